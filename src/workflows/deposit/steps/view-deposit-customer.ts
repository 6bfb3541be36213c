import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import type { OnchainCustomerResponse } from "../../../types/http"
import { loadDepositNames } from "./deposit-names"
import { depositToView } from "./deposit-to-view"

export const viewDepositCustomerStepId = "view-onchain-deposit-customer"

/** The latest deposits of one customer; the rest is in the list. */
const LATEST = 20

/** Reads what the service has for a customer: the link, the addresses and the deposits that needed a person. */
export const viewDepositCustomerStep = createStep(
  viewDepositCustomerStepId,
  async ({ customer_id }: { customer_id: string }, { container }) => {
    const onchain = container.resolve("onchain")
    const [links, addresses, rows] = await Promise.all([
      onchain.listOnchainCustomers({ customer_id }),
      onchain.listOnchainAddresses({ customer_id }, { order: { network_id: "ASC" } }),
      onchain.deposits.list.page({
        filter: { states: [], customer_id },
        order: { by: "observed_at", direction: "desc" },
        limit: LATEST,
        offset: 0,
      }),
    ])
    const names = await loadDepositNames(container, rows)
    return new StepResponse<OnchainCustomerResponse["customer"]>({
      id: customer_id,
      gateway_customer_id: links[0]?.gateway_customer_id ?? null,
      addresses: addresses.map(({ chain, network_id, address, ensured_at }) => ({
        chain,
        network_id,
        network_name: names.networkName(chain, network_id),
        address,
        ensured_at: ensured_at.toISOString(),
      })),
      deposits: rows.map((row) => depositToView(row, names)),
    })
  }
)
