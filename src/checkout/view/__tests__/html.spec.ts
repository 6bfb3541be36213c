import fc from "fast-check"
import { html, Html } from "../html"

test("every value is escaped, and markup only once", () => {
  expect(html`<p title="${`"'`}">${"<script>&"}</p>`.markup).toBe(
    '<p title="&quot;&#39;">&lt;script&gt;&amp;</p>'
  )
  expect(html`<p>${html`<b>${"<"}</b>`}</p>`.markup).toBe("<p><b>&lt;</b></p>")
})

test("lists are joined and escaped one by one", () => {
  expect(html`${["<", html`<br />`, ["&"]]}`.markup).toBe("&lt;<br />&amp;")
})

test.each([null, undefined, false])("%s leaves nothing", (value) => {
  expect(html`<p>${value}</p>`.markup).toBe("<p></p>")
})

test("text from outside can neither open a tag nor leave an attribute", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("<", ">", '"', "'", "&", "a", "/", "=") }), (text) => {
      const { markup } = html`${text}`
      expect(markup).not.toMatch(/[<>"']/)
      expect(markup).not.toMatch(/&(?!(?:amp|lt|gt|quot|#39);)/)
    })
  )
})

test("an object that looks like markup is not", () => {
  expect(html`${{ markup: "<b>", toString: () => "<i>" }}`.markup).toBe("&lt;i&gt;")
  expect(html`${new Html("<b>")}`.markup).toBe("<b>")
})
