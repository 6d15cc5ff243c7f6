import { chromium } from '@playwright/test';
import { demoAccounts, demoPassword } from '../../local/seed/demo-accounts.ts';
import { chromiumLaunch } from '../../testing/stack/chromium.ts';
import { logIn } from '../../testing/stack/log-in.ts';
import { startPresentSite } from './built-sites.ts';
const browser = await chromium.launch(chromiumLaunch);
const site = await startPresentSite();
for (const a of process.argv.slice(2)) {
  const [role, path] = a.split('|') as [string, string];
  const context = await browser.newContext({ baseURL: site.origin });
  const state = role === 'visitor' ? undefined : await logIn(context, (demoAccounts as any)[role], demoPassword);
  const c = await browser.newContext({ viewport: { width: 412, height: 823 }, isMobile: true, hasTouch: true, ...(state && { storageState: state }) });
  const page = await c.newPage();
  await page.addInitScript(() => {
    const f = String.prototype.localeCompare; const seen: string[] = []; (window as any).seen = seen;
    String.prototype.localeCompare = function (...x: any) { seen.push(this + ' | ' + x[0] + (seen.length < 1 ? new Error().stack : '')); return f.apply(this, x as any); };
    for (const n of ['NumberFormat', 'DateTimeFormat', 'Collator', 'PluralRules'] as const) { const F = (Intl as any)[n]; (Intl as any)[n] = new Proxy(F, { construct(t, a) { seen.push('new ' + n + ' ' + JSON.stringify(a) + new Error().stack!.slice(0, 600)); return new t(...a); }, apply(t, _s, a) { seen.push(n + ' ' + JSON.stringify(a)); return new t(...a); } }); }
    for (const m of ['toLocaleString', 'toLocaleDateString'] as const) { const F = Date.prototype[m] as any; (Date.prototype as any)[m] = function (...x: any) { seen.push(m); return F.apply(this, x); }; }
    const N = Number.prototype.toLocaleString; Number.prototype.toLocaleString = function (...x: any) { seen.push('num'); return N.apply(this, x); };
  });
  await page.goto(site.origin + path);
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(800);
  console.log('##', path, await page.evaluate(() => (window as any).seen.length + '\n' + (window as any).seen.slice(0, 4).join('\n')));
  await c.close();
}
await browser.close(); await site.stop();
