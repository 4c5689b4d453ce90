// My first bot in JavaScript: change act, and keep standard output for answers alone.
"use strict";

// Return one of request.legal, with a number in the place of each range: "bet 1..7" is answered with "bet 3".
function act(request, start) {
  console.error("I may", request.legal.join(", ")); // the log, which you alone can read
  const words = request.legal[Math.floor(chance() * request.legal.length)].split(" ");
  return words.map((word) => (word.includes("..") ? String(within(word)) : word)).join(" ");
}

function within(range) {
  const [low, high] = range.split("..").map(Number);
  return low + Math.floor(chance() * (high - low + 1));
}

// The bot's own chance, from the seed that the referee gives: the same game twice is played the same twice.
let state = 0n;
function chance() {
  state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
  return Number(state >> 11n) / 2 ** 53;
}

let start = null;
function answer(line) {
  const message = JSON.parse(line);
  if (message.type === "start") {
    start = message;
    state = BigInt("0x" + message.rng);
    return { type: "ready" };
  }
  if (message.type === "act") {
    return { n: message.n, action: act(message, start) };
  }
  return null; // the end: message.places, message.totals, message.payouts
}

let unread = "";
process.stdin.setEncoding("utf8");
process.stdin.on("data", (text) => {
  const lines = (unread + text).split("\n");
  unread = lines.pop();
  for (const line of lines) {
    const said = answer(line);
    if (said !== null) {
      process.stdout.write(JSON.stringify(said) + "\n");
    }
  }
});
