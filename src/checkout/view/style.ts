/** Layout and type. Logical properties only, so right-to-left needs no extra rules. */
const LAYOUT = `
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
.send{font-size:1.5rem;line-height:1.3;font-weight:400;text-wrap:balance}
.send strong{font-weight:700}
.clock{display:flex;gap:.5rem;justify-content:center;align-items:baseline;flex-wrap:wrap}
.time{font-size:1.125rem;font-weight:650;color:var(--ink)}
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
.choose,.choose form{display:grid;gap:.5rem}
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
.pay .time{font-size:1.5rem}
.pay .how{margin:0;grid-column:2;grid-row:1/span 2;align-content:start}
.pay .extras{align-content:start}
.extras .quiet{justify-self:start;padding-inline:0}
.head{padding:1.125rem 2rem}
.body:not(.pay){max-inline-size:30rem;margin-inline:auto;padding-block:2rem}
}
@media print{.foot,.banner,.live .needs-script,.unseen,.more{display:none}.only-print{display:inline}.card{box-shadow:none;border:0}.checkout{color:#000}}
`

/** Controls, fields and images. */
const PARTS = `
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
.tabs input:checked+span{background:var(--chosen);color:var(--ink);box-shadow:0 1px 3px #00000024}
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
.options{display:flex;flex-wrap:wrap;gap:.375rem}
.token{display:contents}
.pick{display:grid;place-items:center;flex:1 0 auto;min-block-size:2.5rem;padding:.25rem .3125rem;font-weight:600;font-size:.875rem}
.networks{order:1;flex:1 0 100%;display:grid;grid-template-columns:repeat(auto-fill,minmax(9rem,1fr));gap:.375rem}
.token:not(:has(:checked)) .networks{position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%)}
.option{display:flex;gap:.375rem;padding:.375rem}
.option,.pick{border:1px solid var(--line);border-radius:calc(var(--round)*.7);cursor:pointer}
.option:hover,.pick:hover{border-color:var(--soft)}
.option:has(:checked),.token:has(:checked) .pick{border-color:var(--accent);box-shadow:inset 0 0 0 1px var(--accent)}
.choose .main{position:sticky;inset-block-end:.5rem;z-index:1}
.option:has(:focus-visible){outline:3px solid var(--accent);outline-offset:2px}
.option input:focus-visible{outline:0}
.names{display:grid;justify-items:start;align-content:start;flex:1 1 auto;line-height:1.25;min-inline-size:0;font-size:.8125rem;font-variant-numeric:tabular-nums}
.names small{color:var(--soft);font-size:.75rem}
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

const HEX = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i

/**
 * Colours as custom properties: a merchant's `--onchain-...` first, then the option `checkout.accentColor`, then ours.
 *
 * @param accent from the option, such as `#0a7`; anything else is dropped, because it goes into a style sheet
 */
export function checkoutStyle(accent: string | null): string {
  const shop = accent !== null && HEX.test(accent) ? accent : null
  return `:host{${shop === null ? "" : `--shop-accent:${shop};--shop-on-accent:${textOn(shop)};`}}${THEME}${LAYOUT}${PARTS}`
}

/** Black or white, whichever contrasts more with a colour. @see WCAG 2.2, relative luminance */
export function textOn(hex: string): "#000" | "#fff" {
  const digits = hex.length === 4 ? [...hex.slice(1)].map((digit) => digit + digit).join("") : hex.slice(1)
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const share = parseInt(digits.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? "#000" : "#fff"
}

const DARK = `--ink:var(--onchain-text,#f2f4f8);--soft:var(--onchain-text-soft,#a8b0bf);
--card:var(--onchain-card,#171a21);--line:var(--onchain-line,#2c313c);--raised:var(--onchain-raised,#20242d);
--chosen:color-mix(in srgb,var(--ink) 16%,var(--raised));--good:#5fd6a0;--bad:#ff9a91;--warn-ground:#33290f;--warn-ink:#ffdf9e;--bad-ground:#3a1c1a;--good-ground:#12301f;
--accent:var(--onchain-accent,var(--shop-accent,#6d8dff));--on-accent:var(--onchain-on-accent,var(--shop-on-accent,#000))`

export const THEME = `
:host{display:block;container-type:inline-size;color-scheme:light dark;
--ink:var(--onchain-text,#14171f);--soft:var(--onchain-text-soft,#596072);
--card:var(--onchain-card,#fff);--line:var(--onchain-line,#dfe3ea);--raised:var(--onchain-raised,#f4f6f9);
--chosen:var(--card);--good:#0b6b41;--bad:#a8231b;--warn-ground:#fff5d9;--warn-ink:#5a4200;--bad-ground:#fdecea;--good-ground:#e6f5ec;
--accent:var(--onchain-accent,var(--shop-accent,#2b50e0));--on-accent:var(--onchain-on-accent,var(--shop-on-accent,#fff));
--round:var(--onchain-radius,14px);--font:var(--onchain-font,system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif);
--mono:ui-monospace,SFMono-Regular,Menlo,Consolas,"Noto Sans Mono",monospace}
:host([hidden]){display:none}
@media (prefers-color-scheme:dark){:host(:not([theme=light])){${DARK}}}
:host([theme=dark]){color-scheme:dark;${DARK}}
:host([theme=light]){color-scheme:light}
`
