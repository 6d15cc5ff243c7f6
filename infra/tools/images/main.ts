import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { brand } from '#shared/brand';
import { palette } from '#shared/palette';
import { runAsCommand } from '../../command.ts';

const projectRoot = join(import.meta.dirname, '../../..');
const folder = join(projectRoot, 'web/public');
const icon = await readFile(join(folder, 'favicon.svg'), 'utf8');
const font = await readFile(
  join(
    projectRoot,
    'node_modules/@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-800-normal.woff2',
  ),
  'base64',
);

const sheet = (css: string, body: string): string =>
  `<style>*{margin:0;box-sizing:border-box}svg{display:block}${css}</style>${body}`;

/** `rest` is the margin around the logo in per cent, because platforms crop a maskable icon. */
const iconPage = (ground: string, rest: number): string =>
  sheet(`body{background:${ground};padding:${rest}vw}svg{width:100%;height:auto}`, icon);

const preview = sheet(
  `@font-face{font-family:Display;src:url(data:font/woff2;base64,${font})}
   body{width:1200px;height:630px;background:${palette.pitch};color:${palette.chalk};font:800 84px/1.06 Display;text-wrap:balance;position:relative;overflow:hidden}
   .text{position:absolute;left:80px;top:190px;width:660px;letter-spacing:-2px}
   .name{position:absolute;left:80px;top:64px;display:flex;align-items:center;gap:16px;font-size:48px}
   .name svg{width:72px;margin-left:-16px}
   .pitch{position:absolute;right:-60px;top:70px;width:470px;height:620px}
   .rule{position:absolute;left:80px;bottom:72px;height:14px;width:150px;border-radius:7px;background:${palette.ball}}`,
  `<div class="name">${icon}<span>${brand.name}</span></div><div class="text">${brand.tagline}</div><div class="rule"></div>
   <svg class="pitch" viewBox="0 0 470 620"><rect width="470" height="640" rx="28" fill="${palette.pitchBright}"/><g fill="none" stroke="${palette.chalk}" stroke-width="5" opacity=".85"><path d="M36 640V64h420M36 64"/><path d="M120 64v130h336M200 64v56h256"/><circle cx="250" cy="470" r="96"/><path d="M36 470h434"/></g><path d="M110 520Q130 330 250 400T350 110" fill="none" stroke="${palette.navy}" stroke-width="7" stroke-linecap="round" stroke-dasharray="1 17"/><g transform="translate(352 88) scale(2.4)" stroke="${palette.navy}" stroke-width="2.4"><circle r="15" fill="${palette.chalk}"/><path d="m0-7 7 5-3 8h-8l-3-8z" fill="${palette.navy}"/><path d="M0-15v8M14-5l-7 3M9 12 4 6M-9 12l5-6M-14-5l7 3"/></g></svg>`,
);

/** An icon file with one PNG: six bytes of header, sixteen of directory. */
const icoOf = (png: Buffer, size: number): Buffer => {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
};

await runAsCommand(async () => {
  const { chromiumLaunch } = await import('../../testing/stack/chromium.ts');
  const browser = await chromium.launch(chromiumLaunch);
  try {
    const page = await browser.newPage();
    const draw = async (html: string, width: number, height = width): Promise<Buffer> => {
      await page.setViewportSize({ width, height });
      await page.setContent(html);
      await page.evaluate(() => document.fonts.ready);
      return page.screenshot({ omitBackground: true });
    };
    const save = (name: string, content: Buffer): Promise<void> => writeFile(join(folder, name), content);

    await save('favicon.ico', icoOf(await draw(iconPage('transparent', 0), 32), 32));
    await save('icon-192.png', await draw(iconPage('transparent', 0), 192));
    await save('icon-512.png', await draw(iconPage('transparent', 0), 512));
    await save('icon-maskable-512.png', await draw(iconPage(palette.pitch, 10), 512));
    await save('apple-touch-icon.png', await draw(iconPage(palette.pitch, 6), 180));
    await save('social-preview.png', await draw(preview, 1200, 630));
  } finally {
    await browser.close();
  }
});
