import { LAYOUT } from "./style-layout"
import { PARTS } from "./style-parts"

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
--good:#5fd6a0;--bad:#ff9a91;--warn-ground:#33290f;--warn-ink:#ffdf9e;--bad-ground:#3a1c1a;--good-ground:#12301f;
--accent:var(--onchain-accent,var(--shop-accent,#6d8dff));--on-accent:var(--onchain-on-accent,var(--shop-on-accent,#000))`

const THEME = `
:host{display:block;container-type:inline-size;color-scheme:light dark;
--ink:var(--onchain-text,#14171f);--soft:var(--onchain-text-soft,#596072);
--card:var(--onchain-card,#fff);--line:var(--onchain-line,#dfe3ea);--raised:var(--onchain-raised,#f4f6f9);
--good:#0b6b41;--bad:#a8231b;--warn-ground:#fff5d9;--warn-ink:#5a4200;--bad-ground:#fdecea;--good-ground:#e6f5ec;
--accent:var(--onchain-accent,var(--shop-accent,#2b50e0));--on-accent:var(--onchain-on-accent,var(--shop-on-accent,#fff));
--round:var(--onchain-radius,14px);--font:var(--onchain-font,system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif);
--mono:ui-monospace,SFMono-Regular,Menlo,Consolas,"Noto Sans Mono",monospace}
:host([hidden]){display:none}
@media (prefers-color-scheme:dark){:host(:not([theme=light])){${DARK}}}
:host([theme=dark]){color-scheme:dark;${DARK}}
:host([theme=light]){color-scheme:light}
`
