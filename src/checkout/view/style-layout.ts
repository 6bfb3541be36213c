/** Layout and type. Logical properties only, so right-to-left needs no extra rules. */
export const LAYOUT = `
*,*::before,*::after{box-sizing:border-box}
.checkout{color:var(--ink);font:1rem/1.45 var(--font);max-inline-size:27rem;margin-inline:auto;padding:.75rem;text-align:start;overflow-wrap:anywhere}
h2,h3,p,dl,dd,ul,ol,fieldset{margin:0;padding:0;border:0;min-inline-size:0}
ul,ol{list-style:none}
code{font-family:var(--mono);font-variant-ligatures:none}
[dir=rtl] code{text-align:right}
.soft{color:var(--soft);font-size:.875rem;text-wrap:pretty}
.unseen{position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.needs-script{visibility:hidden}.only-print{display:none}
.live .needs-script{visibility:visible}
.card{background:var(--card);border:1px solid var(--line);border-radius:var(--round);box-shadow:0 1px 2px #0000000a,0 8px 24px #0000000d}
.banner{background:var(--warn-ground);color:var(--warn-ink);text-align:center;padding:.375rem .75rem;margin-block-end:.5rem;border-radius:calc(var(--round)*.6);font-size:.8125rem}
.banner.offline{background:var(--bad-ground);color:var(--bad)}
.head{display:flex;gap:.75rem;align-items:center;justify-content:space-between;padding:.75rem 1rem;border-block-end:1px solid var(--line)}
.shop{display:flex;gap:.5rem;align-items:center;min-inline-size:0}
.logo{block-size:2rem;max-inline-size:7rem;object-fit:contain}
.order{display:flex;flex-direction:column;text-align:end;line-height:1.25}
.order span{color:var(--soft);font-size:.8125rem}
.order strong,.time{font-variant-numeric:tabular-nums}
.body{padding:1rem}
.ask{text-align:center;display:grid;gap:.25rem}
.send{font-size:1.25rem;line-height:1.3;font-weight:400;text-wrap:balance}
.send strong{font-weight:700}
.clock{display:flex;gap:.5rem;justify-content:center;align-items:baseline;flex-wrap:wrap}
.time{font-size:2.125rem;line-height:1.15;font-weight:650;letter-spacing:-.02em;color:var(--ink)}
.short .time{color:var(--bad)}
.how,.extras{display:grid;gap:.75rem;margin-block-start:.75rem}
.pane{display:grid;gap:.75rem}
.how .from-exchange,.how:has(.to-exchange:checked) .from-wallet{display:none}
.how:has(.to-exchange:checked) .from-exchange{display:grid}
.foot{display:grid;gap:.5rem;justify-items:center;text-align:center;padding:1rem 0 0;font-size:.8125rem;color:var(--soft)}
.foot code{font-size:.75rem}
.foot a:not(.button),.contact a{color:var(--ink);margin-inline-start:.375rem}
.contact a{display:inline-block}
.foot .main{max-inline-size:28rem;margin-block-end:.5rem}
.status{display:grid;gap:.75rem;text-align:center;justify-items:center;padding-block:.75rem}
.status>*{max-inline-size:100%}
.status h2,.choose h2{font-size:1.375rem;line-height:1.25;letter-spacing:-.01em;text-wrap:balance}
.status>p{text-wrap:balance}
.choose{display:grid;gap:.75rem}
.buttons{display:contents}
.ask .notice{margin-block-end:.5rem}
.status form,.status .more,.status .progress,.status .receipt,.status .transaction,.status .notice{inline-size:100%}
.line{display:flex;gap:.5rem;flex-wrap:wrap}
.line input{flex:1 1 12rem}
@container (min-width:54rem){
.checkout{max-inline-size:58rem;padding:2.5rem 1.5rem}
.body.pay{display:grid;grid-template-columns:1fr 25rem;grid-template-rows:auto 1fr;gap:1rem 3rem;padding:2rem}
.pay .ask{text-align:start;align-content:start;gap:1rem;padding-block-start:.5rem}
.pay .send{font-size:2.125rem;letter-spacing:-.02em}
.pay .clock{justify-content:start;flex-direction:column;gap:0}
.pay .time{font-size:3.25rem}
.pay .how{margin:0;grid-column:2;grid-row:1/span 2;align-content:start}
.pay .extras{align-content:start}
.extras .quiet{justify-self:start;padding-inline:0}
.head{padding:1.125rem 2rem}
.body:not(.pay){max-inline-size:30rem;margin-inline:auto;padding-block:2rem}
}
@media print{.foot,.banner,.live .needs-script,.unseen,.more{display:none}.only-print{display:inline}.card{box-shadow:none;border:0}.checkout{color:#000}}
`
