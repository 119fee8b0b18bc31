const PAGE = 1000

type Answer<Row> = PromiseLike<{ data: Row[] }>

/** Every row of a list in a fixed order: the server gives a thousand at a time. */
export async function allRows<Row>(
  read: (from: number, to: number) => Answer<Row>,
): Promise<Row[]> {
  const all: Row[] = []
  for (;;) {
    const { data } = await read(all.length, all.length + PAGE - 1)
    all.push(...data)
    if (data.length < PAGE) return all
  }
}
