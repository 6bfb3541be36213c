import type { OnchainDeposit } from "../../types/http"
import { customerName } from "../naming/customer-name"
import { useTexts } from "../hooks/use-texts"
import { TextLink } from "./text-link"

/** The customer whose address received the money, where there is one. */
export function CustomerLink({ customer }: { customer: OnchainDeposit["customer"] }) {
  const { t } = useTexts()
  const name = customerName(customer, t)
  if (!customer) return <span className="text-ui-fg-subtle">{name}</span>
  return (
    <TextLink to={`/customers/${customer.id}`} title={name} className="block truncate">
      {name}
    </TextLink>
  )
}
