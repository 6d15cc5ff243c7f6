import { html, raw } from 'hono/html';
import { brand } from '#shared/brand';
import type { ShownCode } from './cognito/authenticators.ts';
import { pageColors } from './page-colors.ts';

const style = `${pageColors}
body { margin: 0 auto; max-width: 640px; padding: 20px; background: var(--page); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 20px; margin: 0; }
p { color: var(--muted); }
dl { margin: 0; }
dl > div { padding: 12px 16px; margin-top: 12px; border: 1px solid var(--line); border-radius: 16px; background: var(--card); }
dt, dd { margin: 0; overflow-wrap: anywhere; }
dd { color: var(--muted); }
strong { font: 600 28px/1.5 ui-monospace, monospace; color: var(--text); margin-right: 12px; }
`;

const shown = ({ email, code, secondsLeft }: ShownCode) => html`
  <div>
    <dt>${email}</dt>
    <dd><strong>${code.replace(/.{3}(?=.)/, '$& ')}</strong> for ${secondsLeft} seconds</dd>
  </div>`;

/** The codes of all accounts of the local system that have an authenticator (MFA-07). */
export const authenticatorPage = (codes: readonly ShownCode[]) => html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="refresh" content="5">
    <title>Authenticator · ${brand.name}</title>
    <style>${raw(style)}</style>
  </head>
  <body>
    <h1>${brand.name} authenticator</h1>
    <p>The login codes of accounts with two-step login in the local system. A code works once.</p>
    ${
      codes.length > 0
        ? html`<dl>${codes.map(shown)}</dl>`
        : html`<p>No account has one. <code>npm start -- --second-factor</code> requires it of administrators.</p>`
    }
  </body>
</html>`;
