import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { startFaultProxy } from '../tools/soak/fault-proxy.ts';

// The thread of `startOpeningStack` in which transactions hold their items: what the functions compute meanwhile makes none
// of them hold longer.
let holdMs = 0;
let held = { transactions: 0, ms: 0 };
const { endpoint } = await startFaultProxy(String(workerData), {
  hold: async (executed) => {
    const begun = performance.now();
    await Promise.all([executed, sleep(holdMs)]);
    held.transactions += 1;
    held.ms += performance.now() - begun;
  },
});
parentPort?.on('message', (ms) => {
  parentPort?.postMessage(held.ms / held.transactions);
  holdMs = Number(ms);
  held = { transactions: 0, ms: 0 };
});
parentPort?.postMessage(endpoint);
