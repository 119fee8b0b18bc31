// Accounts: the second factor through auth.mfa, one's own sessions, and the users that an admin manages.
import { test, describe, after } from 'node:test'
import assert from 'node:assert/strict'
import { as, ok, bad, denied, newClient, signIn, forget, memoryStorage, uniq, uniqEmail, CREDS, UUID, TS, PNG, BUCKET, claims, listen, sleep, fetchRaw, codeAt } from '../lib.mjs'

const STEP = 30
const TRAVEL = 20 // s that a code may be on its way
/** An authenticator app whose codes are never the same twice. The server takes the neighbouring steps too, so there is little to wait for. */
function app(secret) {
  let last = 0
  return { async code() {
    for (;;) { const now = Date.now() / 1000, step = Math.max(last + 1, Math.floor((now + TRAVEL) / STEP) - 1); if (step <= Math.floor(now / STEP) + 1) { last = step; return codeAt(secret, step) } await sleep(500) }
  } }
}
const authError = (e, status, code) => { assert.ok(e, `expected ${code}`); assert.equal(e.name, 'AuthApiError', JSON.stringify(e)); assert.equal(e.code, code, e.message); assert.equal(e.status, status) }
const good = (r, what) => { assert.equal(r.error, null, `${what}: ${r.error?.code} ${r.error?.message}`); return r.data }
const level = async (c) => { const d = good(await c.auth.mfa.getAuthenticatorAssuranceLevel(), 'level'); return `${d.currentLevel} of ${d.nextLevel}` }
const methods = async (c) => claims((await c.auth.getSession()).data.session.access_token).amr.map((m) => m.method)

describe('second factor', () => {
  let c, factor, phone
  after(() => forget('editor'))
  test('enroll: a secret, its address and a picture; not yet a factor', async () => {
    const elsewhere = await signIn('editor'); c = await signIn('editor')
    assert.equal(await level(c), 'aal1 of aal1')
    const name = uniq('phone'), e = good(await c.auth.mfa.enroll({ factorType: 'totp', friendlyName: name, issuer: 'Vitrine' }), 'enroll')
    assert.match(e.id, UUID); assert.equal(e.type, 'totp'); assert.equal(e.friendly_name, name); assert.match(e.totp.secret, /^[A-Z2-7]{32}$/)
    const uri = new URL(e.totp.uri); assert.equal(uri.protocol, 'otpauth:'); assert.equal(uri.searchParams.get('secret'), e.totp.secret); assert.equal(uri.searchParams.get('issuer'), 'Vitrine')
    assert.match(e.totp.qr_code, /^data:image\/svg\+xml;utf-8,<svg [^#%]*<\/svg>$/)
    const f = good(await c.auth.mfa.listFactors(), 'list'); assert.deepEqual(f.totp, []); assert.equal(f.all[0].id, e.id); assert.equal(f.all[0].status, 'unverified'); assert.equal(f.all[0].factor_type, 'totp'); assert.match(f.all[0].created_at, TS)
    ok(await c.from('team_members').select('id').limit(1), 'an unfinished enrolment takes nothing away')
    factor = e.id; phone = app(e.totp.secret)
    authError((await c.auth.mfa.challengeAndVerify({ factorId: factor, code: '000000' })).error, 422, 'mfa_verification_failed')
    const events = []; c.auth.onAuthStateChange((ev) => { events.push(ev) })
    const s = good(await c.auth.mfa.challengeAndVerify({ factorId: factor, code: await phone.code() }), 'verify')
    assert.equal(s.token_type, 'bearer'); assert.ok(s.expires_in > 120); assert.equal(s.user.factors[0].status, 'verified'); assert.ok(events.includes('MFA_CHALLENGE_VERIFIED'), String(events))
    assert.equal(await level(c), 'aal2 of aal2'); assert.deepEqual(await methods(c), ['totp', 'password'])
    assert.equal(good(await c.auth.mfa.listFactors(), 'list').totp.length, 1)
    assert.equal((await elsewhere.auth.getUser()).error?.name, 'AuthSessionMissingError', 'sessions by password alone end')
  })
  test('a refresh keeps the level', async () => {
    const s = good(await c.auth.refreshSession(), 'refresh').session
    assert.equal(claims(s.access_token).aal, 'aal2'); assert.deepEqual(await methods(c), ['totp', 'password']); assert.equal(await level(c), 'aal2 of aal2')
    ok(await c.from('contact_form_submissions').select('id').limit(1), 'staff rights')
  })
  test('a password alone opens nothing but the way to the second factor', async (t) => {
    const p = await signIn('editor'); assert.equal(await level(p), 'aal1 of aal2')
    const e = bad(await p.from('team_members').select('*'), 'insufficient_aal', 403); assert.match(e.hint, /authenticator app/)
    bad(await p.from('user_profiles').select('*').eq('user_id', p.user.id).single(), 'insufficient_aal', 403)
    bad(await p.from('team_members').insert({ name: uniq() }), 'insufficient_aal', 403)
    bad(await p.rpc('list_sessions'), 'insufficient_aal', 403)
    assert.ok((await p.storage.from(BUCKET).upload(uniq() + '.png', PNG, { contentType: 'image/png' })).error, 'upload')
    assert.equal((await listen(p, t, [{ table: 'team_members' }])).joined, false, 'realtime')
    authError((await p.auth.updateUser({ password: 'another good password' })).error, 401, 'insufficient_aal')
    authError((await p.auth.mfa.enroll({ factorType: 'totp', friendlyName: uniq() })).error, 403, 'insufficient_aal')
    authError((await p.auth.mfa.unenroll({ factorId: factor })).error, 422, 'insufficient_aal')
    assert.equal((await p.auth.getUser()).error, null); assert.equal(good(await p.auth.mfa.listFactors(), 'list').totp[0].id, factor)
    const ch = good(await p.auth.mfa.challenge({ factorId: factor }), 'challenge'); assert.match(ch.id, UUID); assert.equal(ch.type, 'totp'); assert.ok(ch.expires_at > Date.now() / 1000 + 60)
    const code = await phone.code(); good(await p.auth.mfa.verify({ factorId: factor, challengeId: ch.id, code }), 'verify')
    ok(await p.from('team_members').select('id').limit(1), 'now'); ok(await p.rpc('list_sessions'), 'now')
    authError((await c.auth.mfa.challengeAndVerify({ factorId: factor, code })).error, 422, 'mfa_verification_failed')
    await p.auth.signOut({ scope: 'local' })
  })
  test('tokens from before the code stay behind: no replay lifts them', async () => {
    const p = await signIn('editor'), before = (await p.auth.getSession()).data.session
    const second = good(await p.auth.refreshSession(), 'refresh').session
    good(await p.auth.mfa.challengeAndVerify({ factorId: factor, code: await phone.code() }), 'verify')
    for (const token of [before.refresh_token, second.refresh_token]) authError((await newClient({ auth: { storage: memoryStorage() } }).auth.refreshSession({ refresh_token: token })).error, 400, 'refresh_token_not_found')
    assert.equal((await fetchRaw('/rest/v1/user_profiles', { headers: { Authorization: `Bearer ${before.access_token}` } })).status, 403)
    ok(await p.from('team_members').select('id').limit(1), 'the one who entered the code'); await p.auth.signOut({ scope: 'local' })
  })
  test('recovery codes: made after a code, each taken once', async () => {
    const call = async (client, method, path, body) => { const s = (await client.auth.getSession()).data.session; return fetchRaw('/auth/v1/recovery-codes' + path, { method, headers: { Authorization: `Bearer ${s.access_token}`, 'content-type': 'application/json' }, body: body && JSON.stringify(body) }) }
    const { codes } = await (await call(c, 'POST', '')).json(); assert.equal(codes.length, 10)
    const p = await signIn('editor'), s = await (await call(p, 'POST', '/verify', { code: codes[0] })).json()
    good(await p.auth.setSession(s), 'setSession'); assert.equal(await level(p), 'aal2 of aal2'); assert.deepEqual(await methods(p), ['recovery_code', 'password'])
    ok(await p.from('team_members').select('id').limit(1), 'by a recovery code'); assert.deepEqual(await (await call(p, 'GET', '')).json(), { left: 9, total: 10 })
    const q = await signIn('editor'), again = await call(q, 'POST', '/verify', { code: codes[0] }); assert.equal(again.status, 422); assert.equal((await again.json()).code, 'mfa_verification_failed')
    await p.auth.signOut({ scope: 'local' }); await q.auth.signOut({ scope: 'local' })
  })
  test('what is not there and what is not offered', async () => {
    const none = '00000000-0000-4000-8000-000000000000'
    authError((await c.auth.mfa.challenge({ factorId: none })).error, 404, 'mfa_factor_not_found')
    authError((await c.auth.mfa.verify({ factorId: factor, challengeId: none, code: '123456' })).error, 422, 'mfa_factor_not_found')
    authError((await c.auth.mfa.unenroll({ factorId: none })).error, 404, 'mfa_factor_not_found')
    authError((await c.auth.mfa.enroll({ factorType: 'phone', phone: '+491' })).error, 422, 'mfa_phone_enroll_not_enabled')
    authError((await c.auth.mfa.enroll({ factorType: 'totp', friendlyName: good(await c.auth.mfa.listFactors(), 'list').all[0].friendly_name })).error, 422, 'mfa_factor_name_conflict')
    const stranger = await signIn('viewer'); authError((await stranger.auth.mfa.challenge({ factorId: factor })).error, 404, 'mfa_factor_not_found'); await stranger.auth.signOut({ scope: 'local' })
  })
  test('unenroll: the level goes with the factor', async () => {
    assert.equal(good(await c.auth.mfa.unenroll({ factorId: factor }), 'unenroll').id, factor)
    good(await c.auth.refreshSession(), 'refresh'); assert.equal(await level(c), 'aal1 of aal1'); assert.deepEqual(await methods(c), ['password'])
    assert.deepEqual(good(await c.auth.mfa.listFactors(), 'list').all, [])
    ok(await c.from('contact_form_submissions').select('id').limit(1), 'staff rights')
    const p = await signIn('editor'); ok(await p.from('contact_form_submissions').select('id').limit(1), 'by password alone again'); await p.auth.signOut({ scope: 'local' }); await c.auth.signOut({ scope: 'local' })
  })
  test('an admin takes the factor from someone who lost it', async () => {
    const p = await signIn('editor'), admin = await as('admin')
    const e = good(await p.auth.mfa.enroll({ factorType: 'totp', friendlyName: uniq() }), 'enroll'); good(await p.auth.mfa.challengeAndVerify({ factorId: e.id, code: await app(e.totp.secret).code() }), 'verify')
    const listed = async () => ok(await admin.rpc('list_users')).find((u) => u.id === p.user.id)
    assert.equal((await listed()).factors[0].id, e.id)
    const u = ok(await admin.rpc('reset_user_factors', { user_id: p.user.id })); assert.deepEqual(u.factors, []); assert.deepEqual((await listed()).factors, [])
    assert.equal((await p.auth.getUser()).error?.name, 'AuthSessionMissingError', 'the lost phone may hold a session')
    const again = await signIn('editor'); assert.equal(await level(again), 'aal1 of aal1'); await again.auth.signOut({ scope: 'local' })
  })
})

describe('sessions', () => {
  test('one sees and ends one\'s own', async () => {
    const here = await signIn('editor'), there = await signIn('editor')
    const mine = ok(await here.rpc('list_sessions')), id = (c) => c.auth.getSession().then((r) => claims(r.data.session.access_token).session_id)
    const current = mine.filter((s) => s.current); assert.equal(current.length, 1); assert.equal(current[0].id, await id(here))
    for (const s of mine) { assert.match(s.id, UUID); assert.match(s.created_at, TS); assert.match(s.refreshed_at, TS); assert.equal(typeof s.user_agent, 'string'); assert.equal(typeof s.address, 'string'); assert.equal(s.aal, 'aal1') }
    const other = await id(there); assert.ok(mine.some((s) => s.id === other && !s.current))
    const e = bad(await (await as('admin')).rpc('end_session', { session_id: other }), 'PGRST116', 406, 'somebody else\'s'); assert.match(e.hint, /no such session/i)
    const r = await here.rpc('end_session', { session_id: other }); ok(r); assert.equal(r.status, 204)
    assert.equal((await there.auth.getUser()).error?.name, 'AuthSessionMissingError')
    ok(await here.rpc('list_sessions')); await here.auth.signOut({ scope: 'local' })
    for (const who of ['anon', 'viewer']) { denied(await (await as(who)).rpc('list_sessions'), who); denied(await (await as(who)).rpc('end_session', { session_id: other }), who) }
  })
  test('sign out everywhere', async () => {
    const here = await signIn('editor'), there = await signIn('editor')
    good(await here.auth.signOut({ scope: 'global' }), 'sign out'); assert.equal((await there.auth.getUser()).error?.name, 'AuthSessionMissingError'); forget('editor')
  })
})

describe('users', () => {
  const KEYS = ['created_at', 'disabled_at', 'email', 'factors', 'has_password', 'id', 'invited_at', 'last_sign_in_at', 'role']
  test('only an admin manages them', async () => {
    const id = (await as('viewer')).user.id
    for (const who of ['anon', 'viewer', 'editor']) for (const [name, args] of [['list_users', {}], ['invite_user', { email: uniqEmail(), role: 'admin' }], ['set_user_role', { user_id: id, role: 'admin' }], ['set_user_disabled', { user_id: id, disabled: true }], ['remove_user', { user_id: id }], ['reset_user_factors', { user_id: id }]]) denied(await (await as(who)).rpc(name, args), who, name)
  })
  test('invite, change, disable, remove', async () => {
    const admin = await as('admin'), email = uniqEmail()
    const made = ok(await admin.rpc('invite_user', { email, role: 'viewer' })); assert.deepEqual(Object.keys(made).sort(), KEYS)
    assert.match(made.id, UUID); assert.equal(made.email, email); assert.equal(made.role, 'viewer'); assert.equal(made.has_password, false); assert.match(made.invited_at, TS); assert.equal(made.last_sign_in_at, null); assert.deepEqual(made.factors, [])
    const again = ok(await admin.rpc('invite_user', { email: email.toUpperCase(), role: 'editor' })); assert.equal(again.id, made.id); assert.equal(again.role, 'editor'); assert.ok(Date.parse(again.invited_at) >= Date.parse(made.invited_at))
    const all = ok(await admin.rpc('list_users')); assert.equal(all.filter((u) => u.email === email).length, 1)
    for (const u of all) { assert.deepEqual(Object.keys(u).sort(), KEYS); assert.ok(['admin', 'editor', 'viewer', null].includes(u.role)) }
    assert.equal(all.find((u) => u.email === CREDS.admin.email).has_password, true)
    assert.equal(ok(await admin.rpc('set_user_role', { user_id: made.id, role: 'viewer' })).role, 'viewer')
    assert.match(ok(await admin.rpc('set_user_disabled', { user_id: made.id, disabled: true })).disabled_at, TS)
    assert.equal(ok(await admin.rpc('set_user_disabled', { user_id: made.id, disabled: false })).disabled_at, null)
    const r = await admin.rpc('remove_user', { user_id: made.id }); ok(r); assert.equal(r.status, 204)
    assert.match(bad(await admin.rpc('remove_user', { user_id: made.id }), 'PGRST116', 406).hint, /no such user/i)
    assert.deepEqual(ok(await admin.from('user_profiles').select('*').eq('user_id', made.id)), [])
    assert.match(bad(await admin.rpc('invite_user', { email: CREDS.viewer.email, role: 'viewer' }), '23505', 409).hint, /already a user/)
    assert.match(bad(await admin.rpc('invite_user', { email: 'nobody', role: 'viewer' }), '23514', 400).hint, /valid email/)
    assert.match(bad(await admin.rpc('set_user_role', { user_id: made.id, role: 'emperor' }), '23514', 400).hint, /admin, editor and viewer/)
    bad(await admin.rpc('set_user_role', { user_id: 'x', role: 'viewer' }), '22P02', 400); bad(await admin.rpc('set_user_role', { role: 'viewer' }), '23502', 400); bad(await admin.rpc('list_users', { x: 1 }), 'PGRST202', 404)
  })
  test('disabling ends the sessions of the person at once', async (t) => {
    const admin = await as('admin'), v = await signIn('viewer')
    t.after(async () => { await admin.rpc('set_user_disabled', { user_id: v.user.id, disabled: false }); forget('viewer') })
    ok(await admin.rpc('set_user_disabled', { user_id: v.user.id, disabled: true }))
    assert.equal((await v.auth.getUser()).error?.name, 'AuthSessionMissingError')
    authError((await newClient({ auth: { storage: memoryStorage() } }).auth.signInWithPassword(CREDS.viewer)).error, 400, 'invalid_credentials')
  })
  test('the last admin stays, whichever way it is tried', async () => {
    const admin = await as('admin'), user_id = admin.user.id, invited = ok(await admin.rpc('invite_user', { email: uniqEmail(), role: 'admin' }))
    const last = (r, what) => assert.match(bad(r, '23514', 400, what).hint, /last administrator/i)
    last(await admin.rpc('set_user_role', { user_id, role: 'editor' }), 'set_user_role'); last(await admin.rpc('set_user_disabled', { user_id, disabled: true }), 'set_user_disabled'); last(await admin.rpc('remove_user', { user_id }), 'remove_user')
    last(await admin.from('user_profiles').update({ role: 'viewer' }).eq('user_id', user_id), 'PATCH'); last(await admin.from('user_profiles').update({ role: 'viewer' }).neq('role', 'viewer'), 'PATCH of many')
    last(await admin.from('user_profiles').delete().eq('user_id', user_id), 'DELETE'); last(await admin.from('user_profiles').upsert({ user_id, role: 'viewer' }), 'upsert')
    assert.equal(ok(await admin.from('user_profiles').select('role').eq('user_id', user_id).single()).role, 'admin')
    ok(await admin.rpc('remove_user', { user_id: invited.id }))
    const r = await fetchRaw('/rest/v1/rpc/list_users', { role: 'admin', method: 'GET' }); assert.equal(r.status, 405, 'not by GET')
  })
})
