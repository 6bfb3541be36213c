import { pageToView, LIST_COUNT_LIMIT } from "../listed-rows"

const page = (offset: number) => ({ offset, limit: 20 })
const many = LIST_COUNT_LIMIT + 1

test.each<[string, number, number, number, { count: number; is_count_exact: boolean }]>([
  ["a short list", 7, 0, 7, { count: 7, is_count_exact: true }],
  ["as many as are counted", 100, 80, 20, { count: 100, is_count_exact: true }],
  ["the first page of many", many, 0, 20, { count: 100, is_count_exact: false }],
  ["a page where another may follow", many, 200, 20, { count: 221, is_count_exact: false }],
  ["the last page, which is not full", many, 220, 5, { count: 225, is_count_exact: true }],
  ["a page beyond the end", many, 400, 0, { count: 100, is_count_exact: false }],
])("the count of %s", (_, count, offset, shown, view) => {
  expect(pageToView(count, page(offset), shown)).toEqual({ ...view, ...page(offset) })
})
