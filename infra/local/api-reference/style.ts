import { pageColors } from '../page-colors.ts';

export const referenceStyle = `${pageColors}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
header, main { max-width: 72rem; margin: 0 auto; padding: 20px; }
header { border-bottom: 1px solid var(--line); }
h1, h2, h3 { line-height: 1.25; margin: 0; }
h2 { margin: 24px 0 8px; }
h2 { text-transform: capitalize; }
details h3 { margin: 16px 0 4px; font-size: 14px; color: var(--muted); }
a { color: var(--brand); }
:focus-visible { outline: 3px solid var(--brand); outline-offset: 2px; }
nav { display: flex; flex-wrap: wrap; gap: 4px 16px; }
nav a { display: inline-block; padding: 10px 0; text-transform: capitalize; }
code { font: 14px/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
details, article { background: var(--card); border: 1px solid var(--line); border-radius: 12px; margin: 8px 0; padding: 0 16px; }
details[open], article { padding-bottom: 16px; }
article h3 { margin: 12px 0 0; }
summary { padding: 12px 0; cursor: pointer; min-height: 44px; overflow-wrap: anywhere; }
summary code { font-weight: 600; }
.summary { color: var(--muted); display: block; }
.method, .status { display: inline-block; min-width: 4.5rem; font: 600 13px/1.5 ui-monospace, monospace; color: var(--brand); }
.method.delete, .status:not(.good) { color: var(--text); }
ul { margin: 0; padding-left: 20px; }
.fields { list-style: none; padding-left: 0; }
.fields .fields { padding-left: 20px; border-left: 2px solid var(--line); }
.fields li { padding: 2px 0; }
.name { font-weight: 600; }
p.type { margin: 0; display: inline; }
.type { color: var(--muted); }
.rule { font-size: 14px; color: var(--muted); }
.rule::before { content: "· "; }
dl { margin: 0; display: grid; grid-template-columns: auto 1fr; gap: 4px 12px; }
dd { margin: 0; min-width: 0; }
`;
