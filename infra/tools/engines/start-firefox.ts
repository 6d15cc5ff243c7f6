import { existsSync } from 'node:fs';
import { CommandError } from '../../command.ts';
import type { Engine } from './engine.ts';

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
