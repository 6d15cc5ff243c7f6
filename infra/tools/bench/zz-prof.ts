import { writeFile } from 'node:fs/promises';
import { chromium } from '@playwright/test';
import { demoAccounts, demoPassword } from '../../local/seed/demo-accounts.ts';
import { chromiumLaunch } from '../../testing/stack/chromium.ts';
import { logIn } from '../../testing/stack/log-in.ts';
import { startPresentSite, startSiteOf } from './built-sites.ts';
import { setTimeout } from 'node:timers/promises';
const [which, ...rest] = process.argv.slice(2); const jobs = rest.map((a) => a.split('|') as [string, string, string]);
const browser = await chromium.launch(chromiumLaunch);
const site = which === 'now' ? await startPresentSite() : await startSiteOf(which!);
for (const [role, path, out] of jobs) {
  const context = await browser.newContext({ baseURL: site.origin });
  const state = role === 'visitor' ? undefined : await logIn(context, (demoAccounts as any)[role], demoPassword);
  const profiles: unknown[] = [];
  for (let i = 0; i < 12; i++) {
    const c = await browser.newContext({ viewport: { width: 412, height: 823 }, isMobile: true, hasTouch: true, reducedMotion: 'reduce', ...(state && { storageState: state }) });
    const page = await c.newPage();
    const d = await c.newCDPSession(page);
    await d.send('Profiler.enable');
    await d.send('Profiler.setSamplingInterval', { interval: 200 });
    await d.send('Profiler.start');
    await page.goto(site.origin + path);
    await page.waitForLoadState('networkidle');
    await setTimeout(500);
    const { profile } = await d.send('Profiler.stop');
    if (i > 1) profiles.push(profile);
    await c.close();
  }
  await writeFile(out, JSON.stringify(profiles));
  console.log(out);
}
await browser.close(); await site.stop();
