/**
 * Behaviour of the hosted page: copy buttons, countdown, and a reload when the payment has moved on.
 *
 * It asks the page's own status route, which costs the gateway nothing. Without it the page still
 * shows everything, and the markup refreshes itself.
 */
export const SCRIPT = `
(() => {
  const root = document.querySelector("[data-fingerprint]")
  const said = document.querySelector("[data-said]")
  const canCopy = Boolean(navigator.clipboard)
  for (const button of canCopy ? document.querySelectorAll("[data-copy]") : []) {
    button.hidden = false
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(button.dataset.copy)
      const label = button.textContent
      button.textContent = "Copied"
      said.textContent = button.dataset.name + " copied"
      setTimeout(() => { button.textContent = label }, 1500)
    })
  }
  const countdown = document.querySelector("[data-expires]")
  const tick = () => {
    const left = Math.max(0, Date.parse(countdown.dataset.expires) - Date.now())
    const minutes = Math.floor(left / 60000)
    const seconds = String(Math.floor(left / 1000) % 60).padStart(2, "0")
    countdown.textContent = left > 0 ? minutes + ":" + seconds + " left" : "any moment now"
  }
  if (countdown) { tick(); setInterval(tick, 1000) }
  let pause = 2000
  const poll = async () => {
    try {
      const answer = await fetch(root.dataset.status, { headers: { accept: "application/json" } })
      if (answer.ok) {
        const { fingerprint } = await answer.json()
        if (fingerprint !== root.dataset.fingerprint) return location.reload()
        pause = 2000
      } else { pause = Math.min(pause * 2, 30000) }
    } catch { pause = Math.min(pause * 2, 30000) }
    setTimeout(poll, pause)
  }
  if (root.dataset.final !== "true") setTimeout(poll, pause)
  if (root.dataset.retry) setTimeout(() => location.reload(), Number(root.dataset.retry))
})()
`
