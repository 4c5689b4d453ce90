// Takes memory without end in another language.

const held = [];
process.stdin.on("data", (data) => {
  if (held.length) return;
  held.push(1);
  if (String(data).includes('"act"')) for (;;) held.push(Buffer.alloc(1 << 20, 1));
  process.stdout.write('{"type":"ready"}\n');
  held.pop();
});
