import { Hono } from "hono"
import { z } from "zod"
import { controlError } from "../http/reply"
import { readControlBody } from "../http/request-body"
import type { SandboxControl } from "../sandbox"
import { invalid, notFound, parseInput, SandboxError } from "../sandbox-error"
import { renderPage } from "./page"
import { scenariosOf } from "./scenarios"
import { sendTransfer } from "./cards"

const formSchema = z.object({
  action: z
    .string()
    .regex(/^(advance|transfer|settle|expire|cancel|fail|pay:\w+)$/, "is not an action of the page"),
  invoiceId: z.string().default(""),
  ms: z.coerce.number().int().nonnegative().default(0),
})
type Form = z.infer<typeof formSchema>

/** The page and the actions of its buttons. */
export function pageRoutes(control: SandboxControl): Hono {
  const routes = new Hono()
  routes.onError(controlError)
  let notice: string | undefined

  for (const path of ["/", "/_sandbox", "/_sandbox/"]) {
    routes.get(path, (context) => {
      const shown = notice
      notice = undefined
      return context.html(renderPage(control, shown))
    })
  }
  routes.post("/_sandbox/page", async (context) => {
    const sent = await readControlBody(context)
    try {
      const form = parseInput(formSchema, sent)
      notice = form.action === "transfer" ? await sendTransfer(control, sent) : await act(control, form)
    } catch (error) {
      if (!(error instanceof SandboxError)) throw error
      notice = `Not done: ${error.message}.`
    }
    return context.json({ ok: true })
  })
  return routes
}

/** Runs a button's action and describes the result in a sentence. */
async function act(control: SandboxControl, { action, invoiceId, ms }: Form): Promise<string> {
  switch (action) {
    case "advance":
      await control.advance(ms)
      return `The clock was moved by ${ms / 1000} seconds.`
    case "settle":
      await control.settle(invoiceId)
      return `Blocks were added until invoice ${invoiceId} was final.`
    case "expire":
    case "cancel":
    case "fail":
      await control[action](invoiceId)
      return `Done: ${action} of invoice ${invoiceId}.`
    default:
      return pay(control, invoiceId, action.slice("pay:".length))
  }
}

async function pay(control: SandboxControl, invoiceId: string, key: string): Promise<string> {
  const invoice = control.invoices().find(({ id }) => id === invoiceId)
  if (!invoice) throw notFound(`invoice ${invoiceId}`)
  const scenario = scenariosOf(invoice).find((entry) => entry.key === key)
  if (!scenario) throw invalid({ field: "action", message: `"${key}" is not possible for this invoice` })
  const { outcome, reason, txHash } = await control.pay(invoiceId, scenario.request)
  return `${scenario.label}: ${outcome}${reason ? ` (${reason})` : ""}, transaction ${txHash}`
}
