import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Builder } from 'selenium-webdriver';
import type { Engine } from './engine.ts';

// A folder of the package, which an import cannot name.
const { DriverService }: typeof import('selenium-webdriver/remote') = createRequire(import.meta.url)(
  'selenium-webdriver/remote',
);

const libraries = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`;
const miniBrowsers = ['4.1', '4.0', '6.0'].map((version) => `${libraries}/webkit2gtk-${version}/MiniBrowser`);

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

/** Starts WebKitGTK (Debian: webkit2gtk-driver, xvfb). */
export const startWebkit = async (): Promise<Engine> => {
  const binary = miniBrowsers.find(existsSync);
  if (!binary) throw new Error('WebKitGTK is not installed: apt-get install webkit2gtk-driver xvfb');
  const { process: display, display: name } = await startDisplay();
  const service = new DriverService.Builder('/usr/bin/WebKitWebDriver')
    .setLoopback(true)
    .setEnvironment({ ...process.env, DISPLAY: name, WEBKIT_DISABLE_COMPOSITING_MODE: '1' })
    .build();
  const driver = await new Builder()
    .usingServer(await service.start())
    .withCapabilities({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary, args: ['--automation'] },
    })
    .build();
  return {
    goTo: (url) => driver.get(url),
    run: (body) => driver.executeScript(body),
    click: ({ x, y }) => driver.actions({ async: true }).move({ x, y }).click().perform(),
    type: (text) => driver.actions({ async: true }).sendKeys(text).perform(),
    stop: async () => {
      await driver.quit();
      await service.kill();
      display.kill();
    },
  };
};
