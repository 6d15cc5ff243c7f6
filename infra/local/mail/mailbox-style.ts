import { pageColors } from '../page-colors.ts';

export const mailboxStyle = `${pageColors}* { box-sizing: border-box; }
body {
  margin: 0; background: var(--page); color: var(--text); min-height: 100dvh;
  font: 16px/1.5 system-ui, sans-serif; display: flex; flex-direction: column;
}
header { padding: 16px 20px; border-bottom: 1px solid var(--line); display: flex; gap: 12px; align-items: baseline; flex-wrap: wrap; }
h1 { font-size: 20px; margin: 0; }
header p { margin: 0; color: var(--muted); font-size: 14px; }
a { color: inherit; }
:focus-visible { outline: 3px solid var(--brand); outline-offset: -3px; }
main { flex: 1; display: grid; grid-template-columns: minmax(280px, 360px) 1fr; min-height: 0; }
nav { border-right: 1px solid var(--line); }
nav ol { list-style: none; margin: 0; padding: 0; }
nav a {
  display: block; padding: 12px 20px; text-decoration: none; border-bottom: 1px solid var(--line); min-height: 44px;
}
nav a:hover { background: var(--card); }
nav a[aria-current] { background: var(--chosen); box-shadow: inset 4px 0 var(--brand); }
nav strong, nav span { display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
nav span { color: var(--muted); font-size: 14px; }
article { display: flex; flex-direction: column; min-width: 0; padding: 20px; gap: 16px; }
article h2 { margin: 0; font-size: 22px; line-height: 1.25; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 2px 12px; margin: 0; font-size: 14px; }
dt { color: var(--muted); }
dd { margin: 0; overflow-wrap: anywhere; }
dd button { font: inherit; min-height: 44px; padding: 0 16px; border: 1px solid var(--line); border-radius: 16px; background: var(--card); color: var(--text); }
.parts { display: flex; gap: 8px; }
.parts a {
  padding: 10px 16px; border: 1px solid var(--line); border-radius: 16px; text-decoration: none; font-size: 14px;
}
.parts a[aria-current] { background: var(--brand); border-color: var(--brand); color: var(--page); font-weight: 600; }
iframe, pre {
  flex: 1; width: 100%; min-height: 520px; margin: 0; border: 1px solid var(--line); border-radius: 16px; background: #fff;
}
pre { padding: 20px; background: var(--card); white-space: pre-wrap; overflow-wrap: anywhere; font: 15px/1.6 ui-monospace, monospace; }
.empty { margin: auto; padding: 40px 20px; color: var(--muted); text-align: center; }
.back { display: none; font-size: 14px; }
@media (max-width: 767px) {
  main { display: block; }
  nav { border: 0; }
  .reading nav { display: none; }
  main:not(.reading) article { display: none; }
  article { min-height: 80dvh; padding: 16px; }
  .back { display: inline-block; padding: 10px 0; }
}
`;
