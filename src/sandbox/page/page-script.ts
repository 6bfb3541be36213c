import { html } from "./html"

/** Sends a form as JSON: a page of another site can post a form to this address, and no JSON. */
export const pageScript = html`<script type="module">
  addEventListener("submit", async (event) => {
    event.preventDefault()
    const fields = Object.fromEntries(new FormData(event.target, event.submitter))
    const headers = { "content-type": "application/json" }
    const request = { method: "POST", headers, body: JSON.stringify(fields) }
    const isDone = await fetch("/_sandbox/page", request).then(
      ({ ok }) => ok,
      () => false
    )
    if (isDone) location.assign("/")
    else alert("The sandbox did not do it. Is it still running?")
  })
</script>`
