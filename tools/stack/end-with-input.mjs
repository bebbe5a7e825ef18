// Imported before a program: it ends when its input does, and so with whoever holds the other end.
process.stdin.on('end', () => process.exit()).resume();
