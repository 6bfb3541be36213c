import { html, type Html } from "./html"

const PATHS = {
  check: "M5 12.5l4.5 4.5L19 7.5",
  clock: "M12 7v5l3 2M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z",
  alert: "M12 8v5m0 3.2v.1M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z",
  copy: "M9 9h10v11H9zM15 9V5H5v11h4",
  arrow: "M19 12H5m6-6l-6 6 6 6",
  out: "M14 5h5v5m0-5l-8 8M11 6H5v13h13v-6",
} as const

export type IconName = keyof typeof PATHS

/** Decorative icon: the text next to it says the same. */
export function icon(name: IconName): Html {
  return html`<svg class="icon icon-${name}" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path
      d="${PATHS[name]}"
      fill="none"
      stroke="currentColor"
      stroke-width="2"
      stroke-linecap="round"
      stroke-linejoin="round"
    />
  </svg>`
}
