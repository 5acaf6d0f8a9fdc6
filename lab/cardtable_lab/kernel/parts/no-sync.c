// SPDX-License-Identifier: MIT
/* Preloaded into a table, it makes every flush to disk do nothing: power cuts then have to lose something. */
int fsync(int file) { (void)file; return 0; }
int fdatasync(int file) { (void)file; return 0; }
