import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import * as z from 'zod/mini';
import type { Engine } from './engine.ts';

const answerSchema = z.object({
  id: z.nullish(z.number()),
  type: z.string(),
  result: z.optional(z.unknown()),
  message: z.optional(z.string()),
});
const treeSchema = z.object({ contexts: z.array(z.object({ context: z.string() })) });
const evaluationSchema = z.object({
  type: z.string(),
  result: z.optional(z.object({ value: z.optional(z.string()) })),
  exceptionDetails: z.optional(z.object({ text: z.string() })),
});

/** The address that Firefox prints when it listens. */
const addressIn = async (output: AsyncIterable<string>): Promise<string> => {
  for await (const line of output) {
    const address = /WebDriver BiDi listening on (ws:\S+)/.exec(line)?.[1];
    if (address) return address;
  }
  throw new Error('Firefox ended before it listened');
};

/** Starts Firefox and controls it through WebDriver BiDi (Debian: firefox-esr, or what `FIREFOX_PATH` names). */
export const startFirefox = async (): Promise<Engine> => {
  const profile = await mkdtemp(join(tmpdir(), 'firefox-'));
  const browser = spawn(
    process.env.FIREFOX_PATH ?? 'firefox-esr',
    ['--headless', '--no-remote', '--remote-debugging-port', '0', '--profile', profile],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, HOME: profile, MOZ_HEADLESS_WIDTH: '1280' },
    },
  );
  const failed = once(browser, 'error').then(([failure]) => {
    throw failure;
  });
  const address = await Promise.race([addressIn(createInterface(browser.stderr)), failed]);
  browser.stderr.resume();
  const socket = new WebSocket(`${address}/session`);
  await once(socket, 'open');

  let lastId = 0;
  const waiting = new Map<number, { resolve(result: unknown): void; reject(failure: Error): void }>();
  socket.addEventListener('message', ({ data }) => {
    const { id, type, result, message } = answerSchema.parse(JSON.parse(String(data)));
    const caller = waiting.get(id ?? 0);
    if (type === 'success') caller?.resolve(result);
    else if (type === 'error') caller?.reject(new Error(message));
  });
  const send = (method: string, params: unknown): Promise<unknown> => {
    lastId += 1;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    waiting.set(lastId, { resolve, reject });
    socket.send(JSON.stringify({ id: lastId, method, params }));
    return promise;
  };

  await send('session.new', { capabilities: {} });
  const { contexts } = treeSchema.parse(await send('browsingContext.getTree', {}));
  const context = contexts[0]?.context;

  return {
    goTo: async (url) => {
      await send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    run: async (body) => {
      const expression = `JSON.stringify((() => {${body}})() ?? null)`;
      const answer = await send('script.evaluate', { expression, target: { context }, awaitPromise: false });
      const { type, result, exceptionDetails } = evaluationSchema.parse(answer);
      if (type !== 'success') throw new Error(exceptionDetails?.text ?? 'A script failed in Firefox');
      return JSON.parse(result?.value ?? 'null');
    },
    perform: async (actions) => {
      await send('input.performActions', { context, actions });
    },
    stop: async () => {
      socket.close();
      browser.kill();
      await once(browser, 'exit');
      await rm(profile, { recursive: true, force: true });
    },
  };
};
