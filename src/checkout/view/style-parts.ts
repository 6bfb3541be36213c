/** Controls, fields and images. */
export const PARTS = `
.button{display:inline-flex;gap:.5rem;align-items:center;justify-content:center;min-block-size:2.75rem;padding:.5rem 1rem;font:inherit;font-weight:600;font-size:.9375rem;color:var(--ink);background:var(--card);border:1px solid var(--line);border-radius:calc(var(--round)*.7);text-decoration:none;cursor:pointer;text-align:center;transition:filter .15s,border-color .15s}
.button:hover{border-color:var(--soft)}
.button.main{inline-size:100%;background:var(--accent);color:var(--on-accent);border-color:transparent}
.button.main:hover{filter:brightness(1.07)}
.button.quiet{border-color:transparent;background:none;font-weight:500;text-decoration:underline;text-underline-offset:.2em;text-decoration-color:var(--line)}
.button.quiet:hover{text-decoration-color:currentColor}
.button img{inline-size:1.5rem;block-size:1.5rem;border-radius:.375rem}
.button[aria-disabled=true]{cursor:progress;opacity:.75}
.button[aria-disabled=true]::after{content:"";inline-size:1rem;block-size:1rem;border-radius:50%;border:2px solid;border-block-start-color:#0000;animation:turn 1s linear infinite}
.line .button.main{inline-size:auto;flex:1 1 auto}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.icon{inline-size:1.125rem;block-size:1.125rem;flex:none}
.icon-arrow:dir(rtl){transform:scaleX(-1)}
.icon-out{inline-size:.9375rem;block-size:.9375rem}
@media (pointer:fine){.open-wallet{display:none}}
.tabs{display:grid;grid-auto-flow:column;grid-auto-columns:1fr;gap:.25rem;padding:.25rem;background:var(--raised);border-radius:calc(var(--round)*.7)}
.tabs label{display:block;position:relative;cursor:pointer}
.tabs input{position:absolute;inset:0;opacity:0;margin:0;inline-size:100%;block-size:100%;cursor:pointer}
.tabs span{display:flex;align-items:center;justify-content:center;min-block-size:2rem;padding:.25rem .5rem;border-radius:calc(var(--round)*.5);font-size:.875rem;font-weight:600;color:var(--soft);text-align:center}
.tabs input:checked+span{background:var(--card);color:var(--ink);box-shadow:0 1px 3px #00000024}
.tabs input:focus-visible+span{outline:3px solid var(--accent);outline-offset:1px}
.tabs.small{inline-size:min(100%,17rem);margin-inline:auto}
.tabs.small span{font-size:.8125rem;min-block-size:1.75rem}
.codes{display:grid;gap:.5rem}
.codes .plain,.codes:has(.to-plain:checked) .request{display:none}
.codes:has(.to-plain:checked) .plain{display:block}
.qr{inline-size:min(100%,13rem);margin-inline:auto;background:#fff;border:1px solid var(--line);border-radius:calc(var(--round)*.7);overflow:hidden}
.qr svg{display:block;inline-size:100%;block-size:auto}
.fields{display:grid}
.field{padding-block:.5rem;border-block-start:1px solid var(--line)}
.field:first-child{border:0;padding-block-start:0}
.field:has(>.unseen){border:0;padding-block-start:0}
dt{color:var(--soft);font-size:.8125rem}
.field dd:not(.notice),.value{display:flex;gap:.75rem;align-items:center;justify-content:space-between}
.field code,.value code{font-size:.875rem;line-height:1.4;min-inline-size:0;color:var(--soft)}
code b{color:var(--ink);font-weight:700;white-space:nowrap}
.field bdi{font-weight:600}
.number,.steps>li::before{display:inline-flex;align-items:center;justify-content:center;inline-size:1.25rem;block-size:1.25rem;border-radius:50%;background:var(--ink);color:var(--card);font-size:.75rem;font-weight:700}
.copy{display:inline-flex;gap:.375rem;align-items:center;flex:none;min-block-size:2.25rem;padding:.25rem .625rem;font:inherit;font-size:.8125rem;font-weight:600;color:var(--ink);background:var(--raised);border:1px solid transparent;border-radius:calc(var(--round)*.5);cursor:pointer}
.copy:hover{border-color:var(--soft)}
.copy .icon{inline-size:.9375rem;block-size:.9375rem}
.copy .icon-check{color:var(--good)}
.steps{counter-reset:step;display:grid;gap:.75rem}
.steps>li{counter-increment:step;display:grid;grid-template-columns:1.25rem 1fr;gap:.25rem .625rem;align-items:start}
.steps>li::before{content:counter(step);margin-block-start:.0625rem}
.steps>li>*{grid-column:2}
.notice{display:grid;gap:.25rem;padding:.625rem .75rem;border-radius:calc(var(--round)*.6);font-size:.875rem;background:var(--raised);text-align:start}
.notice.warn,.notice.busy{background:var(--warn-ground);color:var(--warn-ink)}
.notice.bad{background:var(--bad-ground);color:var(--bad)}
.notice.good{background:var(--good-ground);color:var(--good)}
.notice .button{font-size:.875rem;min-block-size:2.25rem}
.tick{display:flex;gap:.5rem;align-items:start;margin-block-start:.25rem;font-weight:600}
input[type=checkbox],input[type=radio]{accent-color:var(--accent);inline-size:1.125rem;block-size:1.125rem;flex:none;margin:.0625rem 0 0}
.line input{min-block-size:2.75rem;padding:.5rem .75rem;font:inherit;font-family:var(--mono);font-size:.875rem;color:var(--ink);background:var(--card);border:1px solid var(--soft);border-radius:calc(var(--round)*.6);min-inline-size:0}
.more{text-align:start}
.more summary{cursor:pointer;font-weight:600;font-size:.9375rem;padding-block:.5rem}
.more>div{display:grid;gap:.5rem;padding-block-end:.25rem}
.more label{font-size:.8125rem;color:var(--soft)}
.options{display:grid;gap:.5rem;margin-block-end:.75rem}
.option{display:flex;gap:.75rem;align-items:center;padding:.75rem;border:1px solid var(--line);border-radius:calc(var(--round)*.7);cursor:pointer}
.option:hover{border-color:var(--soft)}
.option:has(:checked){border-color:var(--accent);box-shadow:inset 0 0 0 1px var(--accent)}
.option:has(:focus-visible){outline:3px solid var(--accent);outline-offset:2px}
.option input:focus-visible{outline:0}
.names{display:grid;justify-items:start;flex:1 1 auto;line-height:1.25;min-inline-size:0}
.names span,.price small{color:var(--soft);font-size:.8125rem}
.price{display:grid;text-align:end;line-height:1.25;font-weight:600;font-variant-numeric:tabular-nums}
.unavailable{display:grid;gap:.5rem;font-size:.875rem}
.unavailable li{display:flex;gap:.5rem;justify-content:space-between;flex-wrap:wrap}
.unavailable span{color:var(--soft)}
form{display:grid;gap:.75rem}
.sign{display:grid;place-items:center;inline-size:4rem;block-size:4rem;border-radius:50%;background:var(--raised);color:var(--soft)}
.sign .icon{inline-size:2rem;block-size:2rem}
.good .sign{background:var(--good-ground);color:var(--good)}
.bad .sign{background:var(--bad-ground);color:var(--bad)}
.spinner{inline-size:2rem;block-size:2rem;border-radius:50%;border:3px solid var(--line);border-block-start-color:var(--accent);animation:turn 1s linear infinite}
.waiting{display:flex;gap:.625rem;align-items:baseline}
.pulse{display:inline-block;flex:none;inline-size:.625rem;block-size:.625rem;border-radius:50%;background:var(--accent);animation:beat 1.6s ease-in-out infinite}
@keyframes turn{to{transform:rotate(1turn)}}
@keyframes beat{50%{opacity:.3;transform:scale(.8)}}
.progress{display:grid;gap:.5rem}
.progress p:first-child{display:flex;gap:.5rem;justify-content:space-between;align-items:baseline;flex-wrap:wrap}
progress{inline-size:100%;block-size:.5rem;border:0;border-radius:1rem;overflow:hidden;background:var(--line);accent-color:var(--accent)}
progress::-webkit-progress-bar{background:var(--line)}
progress::-webkit-progress-value{background:var(--accent);border-radius:1rem;transition:inline-size .4s}
progress::-moz-progress-bar{background:var(--accent)}
.receipt{display:grid;gap:.75rem;padding-block-start:.75rem;border-block-start:1px dashed var(--line)}
.receipt h3{display:flex;gap:.5rem;justify-content:space-between;align-items:baseline;font-size:1rem}
.receipt dl{display:grid;gap:.375rem}
.receipt dl div{display:flex;gap:1rem;justify-content:space-between}
.receipt dt{font-size:.875rem}.receipt dd{text-align:end;font-size:.875rem;font-weight:600}
.transaction{display:grid;gap:.125rem;text-align:start;font-size:.8125rem}
.transaction code{color:var(--soft)}
.transaction a{color:var(--ink);display:inline-flex;gap:.25rem;align-items:center}
@media (prefers-reduced-motion:reduce){*{animation:none!important;transition:none!important}}
`
