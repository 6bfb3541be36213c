import { Button, Container } from "@medusajs/ui"
import { Fragment, type ReactNode, useCallback, useEffect, useRef } from "react"
import { useSearchParams } from "react-router-dom"
import { SideDrawer } from "../drawer"
import { ListTable, type ListTableProps } from "./list-table"
import { type SectionName, SectionTabs } from "../section-tabs"
import { useTexts } from "../texts"

/** In place of a row's id in the address. */
export const NEW = "new"

type ListPageProps<Row, Answer> = Omit<
  ListTableProps<Row, Answer>,
  "onOpen" | "headingLevel" | "children"
> & {
  /** Parameter in the address that names the open row, such as `deposit_id`. */
  param: string
  /** The menu entry whose tabs stand above the list. */
  section?: SectionName
  notice?: ReactNode
  /** Key of the words of the button that opens the form of a new row. */
  newButton?: string | false
  /** Where the API has its rows as CSV. */
  exportButton?: ReactNode
  detail: (id: string, page: Pick<OpenItem, "open" | "close">) => ReactNode
}

export function ListPage<Row extends { id: string }, Answer extends { count: number }>({
  param,
  section,
  notice,
  newButton,
  exportButton,
  detail,
  ...table
}: ListPageProps<Row, Answer>) {
  const { t } = useTexts()
  const { openId, open, close } = useOpenItem(param)
  return (
    <div className="flex flex-col gap-y-3">
      {section && <SectionTabs of={section} />}
      {notice}
      <Container className="flex flex-col overflow-hidden p-0">
        <ListTable {...table} onOpen={open}>
          {exportButton}
          {newButton && (
            <Button size="small" className="shrink-0 whitespace-nowrap" onClick={() => open(NEW)}>
              {t(newButton)}
            </Button>
          )}
        </ListTable>
        <SideDrawer id={openId} onClose={close}>
          {(id) => <Fragment key={id}>{detail(id, { open, close })}</Fragment>}
        </SideDrawer>
      </Container>
    </div>
  )
}

/**
 * Which row is open, kept in the page's address for links.
 *
 * The functions are stable, or the table would recreate its cells and lose the focus.
 */
export function useOpenItem(param: string) {
  const [params, setParams] = useSearchParams()
  const latest = useRef(setParams)
  useEffect(() => {
    latest.current = setParams
  }, [setParams])
  const open = useCallback((id: string) => latest.current((current) => withItem(current, param, id)), [param])
  const close = useCallback(
    () => latest.current((current) => withItem(current, param, null), { replace: true }),
    [param]
  )
  return { openId: params.get(param), open, close }
}

type OpenItem = ReturnType<typeof useOpenItem>

function withItem(current: URLSearchParams, param: string, id: string | null): URLSearchParams {
  const next = new URLSearchParams(current)
  if (id === null) next.delete(param)
  else next.set(param, id)
  return next
}
