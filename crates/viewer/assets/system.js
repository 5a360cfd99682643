// What a puzzle's program sees of a system: arguments, standard streams, a clock and random numbers;
// no network, no files. The interface is WASI, preview 1. Runs in a worker, which is made from the
// source of this function.
"use strict";

// `module`: a WebAssembly.Module; `args`: the words of the command line; `input`: what is read from
// standard input; `write(descriptor, text)` gets what is printed on 1 and 2, as it comes. Returns the
// exit code.
function runProgram(module, args, input, write) {
  const [SUCCESS, BAD_DESCRIPTOR, UNSUPPORTED] = [0, 8, 52];
  const encode = (text) => new TextEncoder().encode(text);
  class Exit {
    constructor(code) {
      this.code = code;
    }
  }
  let memory;
  const view = () => new DataView(memory.buffer);
  const bytes = (start, length) => new Uint8Array(memory.buffer, start, length);
  const decoders = { 1: new TextDecoder(), 2: new TextDecoder() };
  let rest = encode(input);
  // The pieces of memory of one read or write.
  const pieces = (start, count) =>
    Array.from({ length: count }, (_, place) => [0, 4].map((part) => view().getUint32(start + 8 * place + part, true)));
  // Texts that end with a zero byte, in one block with a table of where they begin.
  const texts = (words) => words.map((word) => encode(`${word}\0`));
  const sizes = (words) => (count, size) => {
    view().setUint32(count, words.length, true);
    view().setUint32(size, texts(words).reduce((sum, text) => sum + text.length, 0), true);
    return SUCCESS;
  };
  const table = (words) => (starts, block) => {
    for (const text of texts(words)) {
      view().setUint32(starts, block, true);
      bytes(block, text.length).set(text);
      [starts, block] = [starts + 4, block + text.length];
    }
    return SUCCESS;
  };
  const environment = ["LANG=C.UTF-8"];
  const calls = {
    args_sizes_get: sizes(args),
    args_get: table(args),
    environ_sizes_get: sizes(environment),
    environ_get: table(environment),
    clock_time_get(clock, _precision, result) {
      const milliseconds = clock === 0 ? Date.now() : performance.now();
      view().setBigUint64(result, BigInt(Math.round(milliseconds * 1e6)), true);
      return SUCCESS;
    },
    random_get(start, length) {
      // A browser gives 64 KiB at a time.
      for (let done = 0; done < length; done += 65536) crypto.getRandomValues(bytes(start + done, Math.min(65536, length - done)));
      return SUCCESS;
    },
    fd_write(descriptor, start, count, result) {
      if (!decoders[descriptor]) return BAD_DESCRIPTOR;
      let written = 0;
      for (const [from, length] of pieces(start, count)) {
        write(descriptor, decoders[descriptor].decode(bytes(from, length), { stream: true }));
        written += length;
      }
      view().setUint32(result, written, true);
      return SUCCESS;
    },
    fd_read(descriptor, start, count, result) {
      if (descriptor !== 0) return BAD_DESCRIPTOR;
      let done = 0;
      for (const [to, length] of pieces(start, count)) {
        const part = rest.subarray(0, length);
        bytes(to, part.length).set(part);
        rest = rest.subarray(length);
        done += part.length;
      }
      view().setUint32(result, done, true);
      return SUCCESS;
    },
    // Streams are of no kind: a terminal is what cannot seek.
    fd_fdstat_get(descriptor, start) {
      if (descriptor > 2) return BAD_DESCRIPTOR;
      bytes(start, 24).fill(0);
      for (const rights of [8, 16]) view().setBigUint64(start + rights, ~BigInt(0), true);
      return SUCCESS;
    },
    // No folder is open from the start.
    fd_prestat_get: () => BAD_DESCRIPTOR,
    fd_close: () => BAD_DESCRIPTOR,
    sched_yield: () => SUCCESS,
    proc_exit(code) {
      throw new Exit(code);
    },
  };
  const imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    (imports[from] ??= {})[name] = calls[name] ?? (() => UNSUPPORTED);
  }
  const instance = new WebAssembly.Instance(module, imports);
  ({ memory } = instance.exports);
  try {
    instance.exports._start();
    return 0;
  } catch (error) {
    if (error instanceof Exit) return error.code;
    throw error;
  }
}
