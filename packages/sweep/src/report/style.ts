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
:root{color-scheme:light;${variables(0)};--rule:#d9dbe0;--soft:#f4f5f7;--link:#0a5fb0;--alert:#8f2d12;--alert-soft:#fdf1ec}
@media screen and (prefers-color-scheme:dark){:root{color-scheme:dark;${variables(1)};--rule:#343840;--soft:#1f2228;--link:#7cc0f5;--alert:#ffae8f;--alert-soft:#2d1f1a}}
*{box-sizing:border-box}
html{background:var(--paper);-webkit-text-size-adjust:100%}
body{margin:0;color:var(--ink);font:400 17px/1.55 'Source Serif 4',Charter,Georgia,serif;font-variant-numeric:lining-nums}
main,footer{max-width:1004px;margin:0 auto;padding:0 32px}
main{padding-top:56px;padding-bottom:24px}
h1{font-size:34px;line-height:1.2;font-weight:600;margin:0 0 10px;letter-spacing:-.01em;overflow-wrap:anywhere}
h2{font-size:23px;line-height:1.3;font-weight:600;margin:56px 0 8px;overflow-wrap:anywhere}
p{margin:0 0 14px;max-width:44em}
.lead{font-size:19px;color:var(--muted);overflow-wrap:anywhere}
.lead b,.status b{font-weight:600;color:var(--ink)}
a{color:var(--link);text-underline-offset:2px}
a:focus-visible,[tabindex]:focus-visible{outline:2px solid var(--link);outline-offset:2px}
.sans,nav,table,dl,figcaption,.status,.notes,footer{font-family:'Source Sans 3','Source Sans Pro',system-ui,sans-serif}
code,pre{font-family:ui-monospace,'SF Mono','Cascadia Mono','DejaVu Sans Mono',Menlo,Consolas,monospace;font-size:13.5px}
nav{margin:22px 0 0;padding:12px 0;border-top:1px solid var(--rule);border-bottom:1px solid var(--rule);font-size:15px}
nav ul{list-style:none;margin:0;padding:0;display:flex;flex-wrap:wrap;gap:4px 22px}
.status{border-left:4px solid var(--alert);background:var(--alert-soft);color:var(--ink);padding:10px 16px;margin:20px 0;font-size:16px}
.status b{color:var(--alert)}
p.sans{margin-bottom:6px}
dl{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:6px 28px;margin:16px 0;font-size:16px}
dt{color:var(--muted)}
dd{margin:0;overflow-wrap:anywhere}
pre{margin:6px 0 16px;padding:10px 14px;background:var(--soft);border-radius:4px;white-space:pre-wrap;overflow-wrap:anywhere;line-height:1.5}
.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,420px),1fr));gap:34px 20px;margin:26px 0 0}
figure{margin:0;min-width:0}
figure.wide{grid-column:1/-1}
figure svg{display:block;max-width:100%;height:auto}
figure .scroll{overflow-x:auto}
figcaption{font-size:15px;line-height:1.45;margin-top:8px;color:var(--muted);max-width:62em;overflow-wrap:anywhere}
figcaption b{color:var(--ink);font-weight:600}
.about{color:var(--muted);margin-bottom:4px;overflow-wrap:anywhere}
.notes{font-size:15px;color:var(--muted);margin-top:14px}
.table{overflow:auto;width:fit-content;max-width:100%;min-width:min(100%,420px);margin:16px 0;border-top:1.5px solid var(--ink);border-bottom:1.5px solid var(--ink)}
table{border-collapse:collapse;font-size:15px;line-height:1.35;width:100%}
caption{caption-side:top;text-align:left;font-size:15px;padding:0 0 8px;color:var(--muted)}
th,td{padding:5px 14px;text-align:right;vertical-align:baseline;font-variant-numeric:tabular-nums lining-nums;white-space:nowrap}
th{font-weight:600;border-bottom:1px solid var(--rule);background:var(--paper)}
th.group{text-align:center;border-bottom:1px solid var(--rule)}
td code{white-space:nowrap}
td.long-text{min-width:18em}
td.text,th.text{text-align:left;white-space:normal;overflow-wrap:anywhere;min-width:8em}
tbody tr+tr td{border-top:1px solid color-mix(in srgb,var(--rule) 50%,transparent)}
.long{max-height:min(620px,80vh)}
.long thead{position:sticky;top:0}
footer{margin-top:40px;padding-top:16px;padding-bottom:40px;font-size:14px;color:var(--muted)}
@media screen and (max-width:760px){
main,footer{padding-left:16px;padding-right:16px}
main{padding-top:28px}
body{font-size:16px}h1{font-size:27px}h2{font-size:21px;margin-top:44px}
dl{grid-template-columns:minmax(0,1fr);gap:0}dd{margin-bottom:10px}
figure.wide svg{min-width:720px}
th,td{padding:5px 10px}
}
@media print{
@page{margin:16mm}
body{font-size:10.5pt}main,footer{max-width:none;padding:0}
nav,.download{display:none}
.figures{grid-template-columns:1fr 1fr}
figure,tr,dl,pre{break-inside:avoid}h2{break-after:avoid}
.table,.long{max-height:none;overflow:visible}
.long thead{position:static}table{font-size:8.5pt}th,td{padding:2px 6px;white-space:normal}
a{color:inherit}
}
`.trim();
