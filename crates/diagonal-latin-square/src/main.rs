//! The command line of the diagonal Latin squares.

puzzle::main!(diagonal_latin_square::DiagonalLatinSquare);
