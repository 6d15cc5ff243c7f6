import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { CommandError } from '../../command.ts';
import type { Engine } from './screen.ts';

/** What is used of puppeteer-core, which is installed when the command runs. */
interface Puppeteer {
  readonly launch: (options: {
    readonly browser: 'firefox';
    readonly executablePath: string;
    readonly defaultViewport: { readonly width: number; readonly height: number };
  }) => Promise<{
    readonly newPage: () => Promise<{
      readonly goto: (url: string) => Promise<unknown>;
      readonly evaluate: (script: string) => Promise<unknown>;
      readonly mouse: { readonly click: (x: number, y: number) => Promise<void> };
      readonly keyboard: { readonly type: (text: string) => Promise<void> };
    }>;
    readonly close: () => Promise<void>;
  }>;
}

/** Starts Firefox (Debian: firefox-esr, or what `FIREFOX_PATH` names). WebDriver BiDi needs no geckodriver. */
export const startFirefox = async (packages: NodeJS.Require): Promise<Engine> => {
  const { default: puppeteer }: { readonly default: Puppeteer } = packages('puppeteer-core');
  const executablePath = process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr';
  if (!existsSync(executablePath))
    throw new CommandError(
      `${executablePath} is not there.`,
      'Install Firefox (apt-get install firefox-esr), or name one in FIREFOX_PATH.',
    );
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    defaultViewport: { width: 1280, height: 900 },
  });
  const page = await browser.newPage();
  return {
    goTo: async (url) => {
      await page.goto(url);
    },
    run: (body) => page.evaluate(`(() => {${body}})()`),
    click: ({ x, y }) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    stop: () => browser.close(),
  };
};

interface Actions {
  readonly move: (point: { readonly x: number; readonly y: number }) => Actions;
  readonly click: () => Actions;
  readonly sendKeys: (text: string) => Actions;
  readonly perform: () => Promise<void>;
}

interface Driver {
  readonly get: (url: string) => Promise<void>;
  readonly executeScript: (body: string) => Promise<unknown>;
  readonly actions: (options: { readonly async: true }) => Actions;
  readonly quit: () => Promise<void>;
}

/** What is used of selenium-webdriver, which is installed when the command runs. */
interface Selenium {
  readonly Builder: new () => {
    readonly usingServer: (url: string) => {
      readonly withCapabilities: (capabilities: object) => { readonly build: () => Promise<Driver> };
    };
  };
}

interface Service {
  readonly start: () => Promise<string>;
  readonly kill: () => Promise<void>;
}

interface ServiceBuilder {
  readonly setLoopback: (isLoopback: boolean) => ServiceBuilder;
  readonly setEnvironment: (environment: NodeJS.ProcessEnv) => ServiceBuilder;
  readonly build: () => Service;
}

interface SeleniumRemote {
  readonly DriverService: { readonly Builder: new (program: string) => ServiceBuilder };
}

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
export const startWebkit = async (packages: NodeJS.Require): Promise<Engine> => {
  const { Builder }: Selenium = packages('selenium-webdriver');
  const { DriverService }: SeleniumRemote = packages('selenium-webdriver/remote');
  const binary = miniBrowsers.find(existsSync);
  if (!binary)
    throw new CommandError(
      'WebKitGTK is not installed.',
      'Install it: apt-get install webkit2gtk-driver xvfb',
    );
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
