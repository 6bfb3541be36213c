import { orderName } from "../naming/order-name"
import { useTexts } from "../hooks/use-texts"
import { TextLink } from "./text-link"

/** An order by its number, as a link to it. */
export function OrderLink({ order }: { order: { id: string; display_id: number | null } }) {
  const { t } = useTexts()
  return <TextLink to={`/orders/${order.id}`}>{orderName(order, t)}</TextLink>
}
