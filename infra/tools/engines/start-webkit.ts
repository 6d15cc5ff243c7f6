import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { Engine } from './engine.ts';

const miniBrowsers = ['4.1', '4.0', '6.0'].map(
  (version) =>
    `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/webkit2gtk-${version}/MiniBrowser`,
);

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => (typeof address === 'object' && address ? resolve(address.port) : reject()));
    });
  });

/** Starts an X server without a screen, which chooses its own display. */
const startDisplay = async (): Promise<{ readonly process: ChildProcess; readonly display: string }> => {
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x900x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const numbers = server.stdio[3];
  if (!numbers) throw new Error('Xvfb has no pipe for its display');
  const display = await new Promise<string>((resolve, reject) => {
    server.on('error', reject);
    numbers.once('data', (data: Buffer) => resolve(`:${data.toString().trim()}`));
  });
  return { process: server, display };
};

const answerSchema = z.object({ value: z.unknown() });
const sessionSchema = z.object({ sessionId: z.string() });

/** Starts WebKitGTK through its WebDriver (Debian: webkit2gtk-driver, xvfb). */
export const startWebkit = async (): Promise<Engine> => {
  const binary = miniBrowsers.find(existsSync);
  if (!binary) throw new Error('WebKitGTK is not installed: apt-get install webkit2gtk-driver xvfb');
  const { process: display, display: name } = await startDisplay();
  const port = await freePort();
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: name, WEBKIT_DISABLE_COMPOSITING_MODE: '1' },
  });

  const send = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const { value } = answerSchema.parse(await answer.json());
    if (!answer.ok) throw new Error(`WebDriver refused ${path}: ${JSON.stringify(value).slice(0, 500)}`);
    return value;
  };
  const isReady = () =>
    send('GET', '/status').then(
      () => true,
      () => false,
    );
  while (!(await isReady())) await setTimeout(50);

  const options = { binary, args: ['--automation'] };
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } };
  const { sessionId } = sessionSchema.parse(await send('POST', '/session', { capabilities }));
  const session = `/session/${sessionId}`;

  return {
    goTo: async (url) => {
      await send('POST', `${session}/url`, { url });
    },
    run: (body) => send('POST', `${session}/execute/sync`, { script: body, args: [] }),
    perform: async (actions) => {
      await send('POST', `${session}/actions`, { actions });
    },
    stop: async () => {
      await send('DELETE', session);
      driver.kill();
      display.kill();
    },
  };
};
