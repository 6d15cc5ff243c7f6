import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { CommandError } from '../../command.ts';
import { freePort, loopback } from '../../local/addresses.ts';

/** A browser that is driven by a standard of the W3C: WebDriver, or WebDriver BiDi. */
export interface Engine {
  readonly goTo: (url: string) => Promise<unknown>;
  /** @returns what the body of a function returns in the page, as JSON */
  readonly run: (body: string) => Promise<unknown>;
  /** @param sources of input, which both standards describe in one way */
  readonly act: (sources: readonly object[]) => Promise<unknown>;
  readonly stop: () => Promise<void>;
}

/** The part of a line that a program prints when it is ready. The rest of what it prints is read and forgotten. */
const firstMatch = (program: ChildProcess, output: unknown, pattern: RegExp): Promise<string> =>
  new Promise((resolve, reject) => {
    program.once('error', reject);
    program.once('exit', () => reject(new Error(`${program.spawnfile} has ended`)));
    createInterface({ input: output as Readable }).on('line', (line) => {
      const found = pattern.exec(line)?.[1];
      if (found) resolve(found);
    });
  });

const end = async (program: ChildProcess): Promise<void> => {
  if (program.kill()) await once(program, 'exit');
};

/** Starts Firefox (Debian: firefox-esr, or what `FIREFOX_PATH` names), which speaks WebDriver BiDi itself. */
export const startFirefox = async (): Promise<Engine> => {
  const path = process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr';
  if (!existsSync(path))
    throw new CommandError(
      `${path} is not there.`,
      'Install Firefox (apt-get install firefox-esr), or name one in FIREFOX_PATH.',
    );
  const profile = await mkdtemp(join(tmpdir(), 'firefox-'));
  const options = ['--headless', '--remote-debugging-port=0', '--profile', profile];
  const firefox = spawn(path, options, { stdio: ['ignore', 'ignore', 'pipe'] });
  const address = await firstMatch(firefox, firefox.stderr, /^WebDriver BiDi listening on (\S+)/);
  const socket = new WebSocket(`${address}/session`);
  await once(socket, 'open');
  let id = 0;
  const ask = async (method: string, params: object) => {
    id += 1;
    socket.send(JSON.stringify({ id, method, params }));
    const [{ data }] = await once(socket, 'message');
    const { type, result } = JSON.parse(String(data));
    if (type !== 'success' || result.type === 'exception') throw new Error(`${method}: ${data}`);
    return result;
  };
  await ask('session.new', { capabilities: {} });
  const { contexts } = await ask('browsingContext.getTree', {});
  const { context } = contexts[0];
  await ask('browsingContext.setViewport', { context, viewport: { width: 1280, height: 900 } });
  return {
    goTo: (url) => ask('browsingContext.navigate', { context, url, wait: 'complete' }),
    run: async (body) => {
      const expression = `JSON.stringify((() => {${body}})() ?? null)`;
      const target = { context };
      const { result } = await ask('script.evaluate', { expression, target, awaitPromise: false });
      return JSON.parse(result.value);
    },
    act: (actions) => ask('input.performActions', { context, actions }),
    stop: async () => {
      await end(firefox);
      await rm(profile, { recursive: true });
    },
  };
};

const libraries = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`;
const miniBrowsers = ['4.1', '4.0', '6.0'].map((version) => `${libraries}/webkit2gtk-${version}/MiniBrowser`);

/** Starts WebKitGTK (Debian: webkit2gtk-driver, xvfb) on an X server without a screen. */
export const startWebkit = async (): Promise<Engine> => {
  const binary = miniBrowsers.find(existsSync);
  if (!binary)
    throw new CommandError(
      'WebKitGTK is not installed.',
      'Install it: apt-get install webkit2gtk-driver xvfb',
    );
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x900x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const DISPLAY = `:${await firstMatch(server, server.stdio[3], /^(\d+)/)}`;
  const port = await freePort();
  const driver = spawn('/usr/bin/WebKitWebDriver', [`--host=${loopback}`, `--port=${port}`], {
    env: { ...process.env, DISPLAY, WEBKIT_DISABLE_COMPOSITING_MODE: '1' },
    stdio: 'ignore',
  });
  const origin = `http://${loopback}:${port}`;
  while (!(await fetch(`${origin}/status`).catch(() => undefined))) await sleep(50);
  const ask = async (path: string, body: object) => {
    const answer = await fetch(`${origin}/session${path}`, { method: 'POST', body: JSON.stringify(body) });
    const { value } = JSON.parse(await answer.text());
    if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(value)}`);
    return value;
  };
  const browserOptions = { binary, args: ['--automation'] };
  const wanted = { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': browserOptions };
  const { sessionId } = await ask('', { capabilities: { alwaysMatch: wanted } });
  return {
    goTo: (url) => ask(`/${sessionId}/url`, { url }),
    run: (script) => ask(`/${sessionId}/execute/sync`, { script, args: [] }),
    act: (actions) => ask(`/${sessionId}/actions`, { actions }),
    stop: async () => {
      await fetch(`${origin}/session/${sessionId}`, { method: 'DELETE' });
      await end(driver);
      await end(server);
    },
  };
};
