// Computes for ever in another language.

process.stdin.on("data", () => {
  for (;;);
});
process.stdout.write('{"type":"ready"}\n');
