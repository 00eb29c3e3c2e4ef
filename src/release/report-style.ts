/**
 * The one style sheet of a report. Colours are variables, so that the charts follow the theme; the six series colours
 * keep apart under the common kinds of colour blindness and reach a contrast of 3:1 on the page in both themes.
 */
export const REPORT_STYLE: string = `
:root{color-scheme:light dark;--page:#fdfdfc;--ink:#1c2126;--quiet:#59626c;--rule:#d9dcdf;--faint:#f2f3f2;--grid:#e3e5e6;
--accent:#0b5a94;--info:#0b5a94;--warn:#8a5a00;--danger:#a3212b;
--series-1:#0b62a3;--series-2:#c4540c;--series-3:#00795c;--series-4:#9b4d8d;--series-5:#8a6c00;--series-6:#565e68}
@media(prefers-color-scheme:dark){:root{--page:#14171a;--ink:#e4e7ea;--quiet:#a2abb4;--rule:#363c42;--faint:#1d2125;
--grid:#2b3036;--accent:#7db8ec;--info:#7db8ec;--warn:#e5b454;--danger:#f2868d;
--series-1:#6fb3ee;--series-2:#f39a5f;--series-3:#4fc7a2;--series-4:#d99acb;--series-5:#d8bb4c;--series-6:#b3bac3}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0 auto;max-width:50rem;padding:3.5rem 1.5rem 5rem;background:var(--page);color:var(--ink);
font:1rem/1.6 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans","Liberation Sans",Arial,sans-serif;
font-variant-numeric:lining-nums;overflow-wrap:break-word}
h1,h2{font-family:Charter,"Bitstream Charter","Iowan Old Style","Source Serif 4","Noto Serif","Liberation Serif",Georgia,serif;
font-weight:600;line-height:1.2;text-wrap:balance}
h1{font-size:2.3rem;letter-spacing:-.01em;margin:0}
h2{font-size:1.45rem;margin:0 0 1rem}
p{margin:0 0 1rem;max-width:42rem}
a{color:var(--accent);text-underline-offset:.15em}
a:focus-visible,summary:focus-visible,.table:focus-visible{outline:2px solid var(--accent);outline-offset:3px}
header{border-bottom:3px solid var(--ink);padding-bottom:1.4rem;margin-bottom:2rem}
.subtitle{font-size:1.15rem;color:var(--quiet);margin:.5rem 0 0}
.byline{font-size:.95rem;color:var(--quiet);margin:.4rem 0 0}
section{margin-top:3rem}
main>section:first-child{margin-top:0}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
nav{margin:0 0 2.5rem;font-size:.95rem}
nav ol{margin:0;padding:0;list-style:none;display:flex;flex-wrap:wrap;gap:.3rem 1.6rem}
.stamp{border:2px solid var(--danger);color:var(--danger);padding:.7rem 1rem;margin-bottom:2rem;display:flex;flex-wrap:wrap;
gap:.1rem 1rem;align-items:baseline}
.stamp strong{letter-spacing:.12em}
.stamp-corner{display:none}
dl{margin:0}dt{color:var(--quiet);font-size:.875rem;line-height:1.35}dd{margin:0}
dl.summary{display:grid;grid-template-columns:repeat(auto-fit,minmax(9rem,1fr));gap:1.5rem 2rem;margin-bottom:1rem}
dl.summary>div{border-top:1px solid var(--rule);padding-top:.7rem}
dl.summary dd{font-size:1.5rem;line-height:1.3;font-weight:500;margin-top:.15rem}
.note{display:block;font-size:.85rem;font-weight:400;line-height:1.4;color:var(--quiet)}
dl.facts{margin:0 0 1.5rem;border-top:1px solid var(--rule)}
dl.facts>div{display:grid;grid-template-columns:minmax(8rem,17rem) 1fr;gap:.2rem 1.5rem;padding:.45rem 0;
border-bottom:1px solid var(--rule)}
dl.facts dt{font-size:.95rem;line-height:1.6}
.table{overflow-x:auto;margin:1.8rem 0 .6rem}
table{border-collapse:collapse;width:100%;font-size:.92rem;line-height:1.4}
caption{text-align:left;font-weight:600;padding-bottom:.6rem;font-size:1rem}
th,td{padding:.42rem .8rem;vertical-align:top}
th:first-child,td:first-child{padding-left:0}th:last-child,td:last-child{padding-right:0}
thead th{border-top:1.5px solid var(--ink);border-bottom:1px solid var(--ink);font-weight:600;vertical-align:bottom}
tbody tr+tr td{border-top:1px solid var(--rule)}
tbody tr:last-child td{border-bottom:1.5px solid var(--ink)}
.left{text-align:left}.right{text-align:right;font-variant-numeric:tabular-nums lining-nums;white-space:nowrap}
th.right{white-space:normal}
.cut{font-size:.88rem;color:var(--quiet)}
.notice{border-left:4px solid var(--tone);background:var(--faint);padding:.9rem 1.2rem;margin:1.5rem 0}
.notice strong{color:var(--tone)}.notice p{margin:.2rem 0 0}
.info{--tone:var(--info)}.warn{--tone:var(--warn)}.danger{--tone:var(--danger)}
figure{margin:2rem 0}
figcaption{font-weight:600;margin-bottom:.9rem}
svg{display:block;width:100%;height:auto;fill:var(--ink);font-family:inherit;font-variant-numeric:tabular-nums lining-nums}
.drawing{overflow-x:auto}
.s1{--c:var(--series-1)}.s2{--c:var(--series-2)}.s3{--c:var(--series-3)}
.s4{--c:var(--series-4)}.s5{--c:var(--series-5)}.s6{--c:var(--series-6)}
.fill{fill:var(--c)}.line{fill:none;stroke:var(--c);stroke-width:2;stroke-linejoin:round}
.band{fill:var(--c);fill-opacity:.16}
.dash1{stroke-dasharray:7 4}.dash2{stroke-dasharray:2 3}.dash3{stroke-dasharray:9 3 2 3}
.grid{stroke:var(--grid)}.axis{stroke:var(--ink)}.cell{fill:var(--faint)}
.area{fill:var(--series-1);fill-rule:evenodd;stroke:var(--page);stroke-width:.6}.shade0{fill-opacity:.12}.shade1{fill-opacity:.3}
.shade2{fill-opacity:.5}.shade3{fill-opacity:.72}.shade4{fill-opacity:1}.no-value{fill:none;stroke:var(--quiet);stroke-dasharray:2 2}
.tick,.axis-label{fill:var(--quiet)}
details{margin-top:.6rem;font-size:.92rem}summary{color:var(--quiet);cursor:pointer;width:max-content}
footer{margin-top:4rem;border-top:1px solid var(--rule);padding-top:1rem;color:var(--quiet);font-size:.875rem}
@media(max-width:40rem){body{padding:1.5rem 1rem 3rem}h1{font-size:1.8rem}dl.facts>div{grid-template-columns:1fr}
.drawing svg{min-width:34rem}}
@media print{@page{size:A4;margin:20mm 18mm}
:root{color-scheme:light;--page:#fff;--ink:#000;--quiet:#444;--rule:#bbb;--faint:#f4f4f4;--grid:#ddd;--accent:#000;
--info:#0b5a94;--warn:#8a5a00;--danger:#a3212b;
--series-1:#0b62a3;--series-2:#c4540c;--series-3:#00795c;--series-4:#9b4d8d;--series-5:#8a6c00;--series-6:#565e68}
html{font-size:10pt}body{max-width:none;padding:0;line-height:1.45;print-color-adjust:exact;-webkit-print-color-adjust:exact}
h1{font-size:22pt}h2{font-size:14pt;break-after:avoid}section{margin-top:9mm}
nav,details:not([open]){display:none}
figure,.notice,dl.summary>div,tr{break-inside:avoid}thead{display:table-header-group}caption,figcaption{break-after:avoid}
.table,.drawing{overflow:visible}p{orphans:3;widows:3}
.stamp-corner{display:block;position:fixed;bottom:0;right:0;padding-left:2mm;background:var(--page);font-size:8pt;letter-spacing:.12em;color:var(--danger);font-weight:700}}
`
