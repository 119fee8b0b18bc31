// What clients say less often: taken as Supabase takes it, or refused; never passed over.
import { test, describe } from 'node:test'
import assert from 'node:assert/strict'
import { as, ok, given, uniq } from '../lib.mjs'

describe('blanks', () => {
  test('in trees, order and select', async (t) => {
    const anon = await as('anon'), u = uniq()
    const one = await given(t, 'job_listings', { title: u, location: 'B', rank: 1 }), two = await given(t, 'job_listings', { title: u, location: 'A', rank: 2 })
    const mine = () => anon.from('job_listings').select('rank, title').eq('title', u)
    assert.deepEqual(ok(await mine().or(`id.eq.${one.id}, id.eq.${two.id}`).order('location, rank')).map((r) => r.title), [u, u])
    assert.equal(ok(await mine().or(`and( id.eq.${one.id} , location.eq.B), id.in. (0, -1)`)).length, 1)
    const url = new URL('http://x/'); url.searchParams.set('select', 'rank, title, job_preferred( id )')
    const raw = await fetch(`${process.env.BASE_URL}/rest/v1/job_listings${url.search}&id=eq.${one.id}`)
    assert.deepEqual([raw.status, await raw.json()], [200, [{ rank: one.rank, title: u, job_preferred: [] }]])
  })
})
