import { z } from "zod"
import type { Deposit } from "../../gateway/contract"
import { assetKey, tokens } from "../catalog/tokens"
import type { SandboxControl } from "../sandbox"
import { invalid, parseInput } from "../sandbox-error"
import { html, type Html } from "./html"

/** The form as the page sends it: a field that was left empty is there, and empty. */
const formSchema = z.object({
  toAddress: z.string().trim().min(1, "is missing"),
  asset: z.string(),
  amount: z.string().trim(),
  memo: z.string().trim().default(""),
})

/** Where a person sends money to a customer, and what became of it. */
export function transferPanel(control: SandboxControl): Html {
  const customers = control.customers()
  const deposits = control.deposits()
  return html`<section class="panel">
    <h2>Send a transfer</h2>
    <form>
      <label>To <input name="toAddress" list="addresses" size="46" required /></label>
      <datalist id="addresses">
        ${customers.flatMap(({ externalRef, addresses }) =>
          addresses.map(
            ({ address, networkId }) =>
              html`<option value="${address}">${externalRef} on ${networkId}</option>`
          )
        )}
      </datalist>
      <label
        >Asset
        <select name="asset">
          ${tokens.map(
            (token) => html`<option value="${assetKey(token)}">${token.token} on ${token.networkId}</option>`
          )}
        </select></label
      >
      <label>Amount <input name="amount" size="10" inputmode="decimal" required /></label>
      <label>Memo <input name="memo" size="20" /></label>
      <button name="action" value="transfer">Send</button>
    </form>
    ${deposits.length === 0 ? undefined : html`<dl>${deposits.map(describeDeposit)}</dl>`}
  </section>`
}

function describeDeposit({
  depositId,
  amount,
  asset,
  networkId,
  assignment,
  resolutionStatus,
}: Deposit): Html {
  return html`<dt>Deposit</dt>
    <dd>
      ${amount.display ?? amount.raw} ${asset.token} on ${networkId}: ${resolutionStatus},
      ${assignment?.status} (${depositId})
    </dd>`
}

/**
 * Sends what the form says, and tells it in one sentence.
 *
 * @throws SandboxError
 */
export async function sendTransfer(control: SandboxControl, form: unknown): Promise<string> {
  const { toAddress, asset, amount, memo } = parseInput(formSchema, form)
  const token = tokens.find((entry) => assetKey(entry) === asset)
  if (!token) throw invalid({ field: "asset", message: "is not in the catalog" })
  const { chain, networkId, canonicalAssetId } = token
  const request = { toAddress, chain, networkId, token: token.token, canonicalAssetId, amount }
  const { outcome, reason, txHash } = await control.transfer({ ...request, memo: memo || undefined })
  return `Transfer sent: ${outcome}${reason ? ` (${reason})` : ""}, transaction ${txHash}`
}
