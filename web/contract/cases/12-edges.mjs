// What clients say less often: taken as Supabase takes it, or refused; never passed over.
import { test, describe, before } from 'node:test'
import assert from 'node:assert/strict'
import { postgresChangesFilter } from '@supabase/supabase-js'
import { as, forget, ok, bad, given, uniq, firstRow, newClient, signIn, listen, until, fetchRaw, BUCKET, PNG, STAFF, PUBLIC } from '../lib.mjs'

describe('blanks', () => {
  before(() => ['admin', 'editor', 'viewer'].forEach(forget)) // cases before these end sessions
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

for (const vsn of ['2.0.0', '1.0.0']) describe(`listening, serializer ${vsn}`, () => {
  test('several conditions must all hold, with quoted values', async (t) => {
    const c = await signIn('editor', { realtime: { vsn } }), a = uniq('a, "b" (c)')
    const filter = postgresChangesFilter().eq('section', a).eq('is_visible', true).not('order', 'in', [1, 2]).ilike('name', '%LAST%')
    const l = await listen(c, t, [{ table: 'footer_links', filter }, { table: 'team_members' }]); assert.ok(l.joined, JSON.stringify(l.states))
    for (const row of [{ is_visible: false, order: 3 }, { order: 1 }, { section: 'x', order: 3 }, { name: 'n', order: 3 }, { order: 3 }]) await given(t, 'footer_links', { name: 'the last', path: '/x', section: a, ...row })
    const fence = await given(t, 'team_members', { name: uniq() })
    await until(() => l.events.some((e) => e.new.id === fence.id && e.table === 'team_members'), 5000, 'the row after them')
    assert.deepEqual(l.events.filter((e) => e.table === 'footer_links').map((e) => [e.new.order, e.new.section, e.new.is_visible, e.new.name]), [[3, a, true, 'the last']])
  })
  test('a filter that cannot be applied hears nothing and says so', async (t) => {
    const c = await signIn('editor', { realtime: { vsn } }), said = [], events = []
    const ch = c.channel(uniq()).on('system', {}, (m) => said.push(m))
      .on('postgres_changes', { event: '*', schema: 'public', table: 'team_members', filter: 'name=match.^.' }, (e) => events.push(e))
      .on('postgres_changes', { event: '*', schema: 'public', table: 'navigation_links' }, (e) => events.push(e)).subscribe()
    t.after(() => c.removeChannel(ch))
    await until(() => said.some((m) => m.status === 'error' && m.message.includes('match')), 5000, 'the notice')
    await given(t, 'team_members', { name: uniq() })
    const fence = await given(t, 'navigation_links', { name: uniq(), path: '/x', order: 990 })
    await until(() => events.length, 5000, 'the row after it'); assert.equal(events[0].new.id, fence.id)
  })
  test('select narrows what is shown to its columns and the key', async (t) => {
    const l = await listen(newClient({ realtime: { vsn } }), t, [{ table: 'navigation_links', event: 'INSERT', select: ['path'] }]); assert.ok(l.joined, JSON.stringify(l.states))
    const row = await given(t, 'navigation_links', { name: uniq(), path: '/x', order: 990 })
    await until(() => l.events.length, 5000, 'the insert'); assert.deepEqual(l.events[0].new, { id: row.id, path: '/x' })
  })
  test('presence and acknowledged broadcasts are refused', async (t) => {
    const c = newClient({ realtime: { vsn } }), states = []
    const ch = c.channel(uniq(), { config: { broadcast: { ack: true } } }).subscribe((s) => states.push(s)); t.after(() => c.removeChannel(ch))
    await until(() => states.includes('SUBSCRIBED'), 5000, 'the channel')
    assert.equal(await ch.track({ online: true }), 'error'); assert.equal(await ch.untrack(), 'error')
    assert.equal(await ch.send({ type: 'broadcast', event: 'x', payload: {} }), 'error')
    assert.equal(ch.state, 'joined', 'the channel goes on')
  })
})

describe('the result of a procedure', () => {
  test('single() gives the row; what is not offered is refused and nothing runs', async () => {
    const ed = await as('editor'), hero = await firstRow('hero_content'), args = { id: hero.id, version: hero.version, title: hero.title }
    for (const call of [
      (r) => r.select('id'), (r) => r.eq('id', 1), (r) => r.or('id.eq.1,id.eq.2'), (r) => r.order('id'), (r) => r.limit(1), (r) => r.range(0, 1),
    ]) { bad(await call(ed.rpc('save_hero', args)), 'PGRST100', 400); bad(await call(ed.rpc('increment_job_ranks')), 'PGRST100', 400) }
    bad(await ed.rpc('save_team', { loaded: [], members: [{ name: uniq() }] }).single(), 'PGRST116', 406)
    bad(await ed.rpc('save_hero', args, { get: true }), '25006', 405)
    assert.equal((await firstRow('hero_content')).version, hero.version)
    const saved = ok(await ed.rpc('save_hero', args).select().single()); assert.equal(saved.id, hero.id); assert.equal(saved.version, hero.version + 1)
    const { data, count } = await ed.rpc('list_sessions', {}, { count: 'exact' }); assert.ok(count > 0 && data.length === count)
    assert.equal((await ed.rpc('increment_job_ranks').single()).error, null)
  })
  test('what is not offered on tables is refused', async () => {
    const ed = await as('editor')
    bad(await ed.from('featured_areas').select('*, hero_id(*)'), 'PGRST200', 400)
    bad(await ed.from('featured_areas').select('*, ...hero_content(title)'), 'PGRST100', 400)
    bad(await ed.from('featured_areas').select('*, hero_content(title)').order('hero_content(title)'), 'PGRST100', 400)
    bad(await ed.from('homepage_sections').upsert({ section_name: 'portfolio_companies', is_visible: true }).eq('version', 0), 'PGRST100', 400)
  })
})

describe('storage', () => {
  test('staff see the bucket, others see none', async () => {
    for (const role of STAFF) {
      const c = await as(role), one = ok(await c.storage.getBucket(BUCKET))
      assert.equal(one.id, BUCKET); assert.equal(one.public, true); assert.equal(one.file_size_limit, 5 * 1024 * 1024); assert.ok(one.allowed_mime_types.includes('image/png')); assert.ok(Date.parse(one.created_at))
      assert.deepEqual(ok(await c.storage.listBuckets()).map(({ id }) => id), ['applications', 'media', BUCKET]); assert.deepEqual(ok(await c.storage.listBuckets({ search: BUCKET })), [one]); assert.deepEqual(ok(await c.storage.listBuckets({ limit: 1, search: 'no such' })), [])
      assert.equal((await c.storage.getBucket('avatars')).error.statusCode, '404')
    }
    for (const role of PUBLIC) {
      const c = await as(role)
      assert.deepEqual(ok(await c.storage.listBuckets()), []); assert.equal((await c.storage.getBucket(BUCKET)).error.message, 'Bucket not found')
    }
  })
  test('download as a file, and a range beyond the end', async (t) => {
    const admin = await as('admin'), name = `${uniq()}.png`; ok(await admin.storage.from(BUCKET).upload(name, PNG, { contentType: 'image/png' })); t.after(() => admin.storage.from(BUCKET).remove([name]))
    const at = (download) => admin.storage.from(BUCKET).getPublicUrl(name, { download }).data.publicUrl
    assert.equal((await fetch(at())).headers.get('content-disposition'), null); assert.equal((await fetch(at(true))).headers.get('content-disposition'), 'attachment')
    assert.equal((await fetch(at('Émile.png'))).headers.get('content-disposition'), `attachment; filename="_mile.png"; filename*=UTF-8''%C3%89mile.png`)
    const r = await fetchRaw(`/storage/v1/object/public/${BUCKET}/${name}`, { headers: { Range: 'bytes=9999999-' } })
    const { statusCode, code } = await r.json(); assert.deepEqual([r.status, statusCode, code], [416, '416', 'InvalidRange'])
  })
})
