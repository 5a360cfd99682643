//! The command line of Tile and Trouble.

puzzle::main!(tile_and_trouble::TileAndTrouble);
