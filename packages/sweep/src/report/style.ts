import { THEME } from './figures/palette.ts';

function variables(index: 0 | 1): string {
  return Object.entries(THEME)
    .map(([name, values]) => `${name}:${values[index]}`)
    .join(';');
}

/**
 * The style sheet of a report. The report is dark on screens of users who prefer dark pages, and always light in print.
 */
export const STYLE = `
:root{color-scheme:light;${variables(0)};--rule:#d9dbe0;--soft:#f4f5f7;--link:#0a5fb0;--alert:#8f2d12}
@media screen and (prefers-color-scheme:dark){:root{color-scheme:dark;${variables(1)};--rule:#343840;--soft:#1f2228;--link:#7cc0f5;--alert:#ffae8f}}
*{box-sizing:border-box}
html{background:var(--paper);-webkit-text-size-adjust:100%}
body{margin:0;color:var(--ink);font:16px/1.5 'Source Sans 3','Source Sans Pro',system-ui,sans-serif;overflow-wrap:anywhere}
main,footer{max-width:1004px;margin:0 auto;padding:32px}
h1,h2{line-height:1.2;font-weight:600;margin:0 0 10px}
h1{font-size:34px}
h2{font-size:23px;margin-top:48px}
p{margin:0 0 12px;max-width:62em}
b{font-weight:600;color:var(--ink)}
.lead{font-size:19px}
.lead,.about,.notes,dt,figcaption,footer{color:var(--muted)}
a{color:var(--link);text-underline-offset:2px}
code,pre{font-family:ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace;font-size:13.5px}
nav{padding:12px 0;border:solid var(--rule);border-width:1px 0}
nav ul{list-style:none;margin:0;padding:0;display:flex;flex-wrap:wrap;gap:4px 22px}
.status{border-left:4px solid var(--alert);background:var(--soft);padding:10px 16px}
.status b{color:var(--alert)}
dl{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:6px 28px;margin:16px 0}
dd{margin:0}
pre{margin:6px 0 16px;padding:10px 14px;background:var(--soft);white-space:pre-wrap}
.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,420px),1fr));gap:34px 20px;margin-top:26px}
figure{margin:0;min-width:0}
figure.wide{grid-column:1/-1}
figure svg{display:block;max-width:100%;height:auto}
.scroll{overflow-x:auto}
figcaption{font-size:15px;margin-top:8px}
.table{overflow:auto;width:fit-content;max-width:100%;margin:16px 0;border:solid var(--ink);border-width:1.5px 0}
table{border-collapse:collapse;font-size:15px;overflow-wrap:normal}
th,td{padding:5px 14px;text-align:right;vertical-align:baseline;font-variant-numeric:tabular-nums}
th{font-weight:600;background:var(--paper)}
td{border-top:1px solid var(--rule)}
.text{text-align:left;overflow-wrap:anywhere;min-width:8em}
.long{max-height:min(620px,80vh)}
.long thead{position:sticky;top:0}
footer{font-size:14px}
@media screen and (max-width:760px){
main,footer{padding:16px}
h1{font-size:27px}
dl{grid-template-columns:minmax(0,1fr);gap:0}
dd{margin-bottom:10px}
figure.wide svg{min-width:720px}
}
@media print{
body{font-size:10.5pt}
main,footer{max-width:none;padding:0}
nav,.download{display:none}
.figures{grid-template-columns:1fr 1fr}
figure,tr,dl,pre{break-inside:avoid}
h2{break-after:avoid}
.table{max-height:none;overflow:visible}
.long thead{position:static}
}
`.trim();
