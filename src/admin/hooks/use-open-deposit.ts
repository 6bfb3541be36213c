import { useCallback } from "react"
import { useSearchParams } from "react-router-dom"

const NAME = "deposit_id"

/** Which deposit is open beside the list, kept in the address of the page so that it can be linked to. */
export function useOpenDeposit() {
  const [params, setParams] = useSearchParams()
  const change = useCallback(
    (id: string | null, replace: boolean) =>
      setParams(
        (current) => {
          const next = new URLSearchParams(current)
          if (id === null) next.delete(NAME)
          else next.set(NAME, id)
          return next
        },
        { replace }
      ),
    [setParams]
  )
  const open = useCallback((id: string) => change(id, false), [change])
  const close = useCallback(() => change(null, true), [change])
  return { openId: params.get(NAME), open, close }
}
