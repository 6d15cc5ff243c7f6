import puppeteer from 'puppeteer-core';
import type { Engine } from './engine.ts';

/** Starts Firefox (Debian: firefox-esr, or what `FIREFOX_PATH` names). WebDriver BiDi needs no geckodriver. */
export const startFirefox = async (): Promise<Engine> => {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr',
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
