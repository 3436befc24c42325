// oauth4webapi against the service: from a bare refusal over discovery and registration to a token.
//
// usage: node oauth4webapi.mjs BASE_URL COOKIE    (the cookie of a person who is logged in)

import assert from 'node:assert/strict'
import * as oauth from 'oauth4webapi'

const [base, cookie] = process.argv.slice(2)
const callback = 'https://app.example.com/callback'
const insecure = { [oauth.allowInsecureRequests]: true }

const refused = await fetch(`${base}/api/v1/me`)
assert.equal(refused.status, 401)
const metadata = refused.headers.get('www-authenticate').match(/resource_metadata="([^"]+)"/)[1]
const resource = await (await fetch(metadata)).json()
const issuer = new URL(resource.authorization_servers[0])
const found = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure })
const server = await oauth.processDiscoveryResponse(issuer, found)

const registration = await oauth.dynamicClientRegistrationRequest(server, {
  client_name: 'A client of oauth4webapi',
  redirect_uris: [callback],
  grant_types: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_method: 'none',
}, insecure)
const client = await oauth.processDynamicClientRegistrationResponse(registration)

const verifier = oauth.generateRandomCodeVerifier()
const state = oauth.generateRandomState()
const url = new URL(server.authorization_endpoint)
for (const [name, value] of Object.entries({
  response_type: 'code',
  client_id: client.client_id,
  redirect_uri: callback,
  scope: 'memory:read',
  state,
  resource: resource.resource,
  code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
  code_challenge_method: 'S256',
})) url.searchParams.set(name, value)

// The person: looks at the page, and says yes.
const page = await fetch(url, { headers: { cookie }, redirect: 'manual' })
assert.equal(page.status, 200)
assert.match(await page.text(), /A client of oauth4webapi/)
const form = new URLSearchParams(url.searchParams)
form.append('allow', 'memory:read')
form.append('answer', 'allow')
const answer = await fetch(`${base}/oauth/authorize`, {
  method: 'POST', body: form, redirect: 'manual', headers: { cookie, origin: base, 'sec-fetch-site': 'same-origin' },
})
assert.equal(answer.status, 303)

const parameters = oauth.validateAuthResponse(server, client, new URL(answer.headers.get('location')), state)
const none = oauth.None()
const exchange = await oauth.authorizationCodeGrantRequest(server, client, none, parameters, callback, verifier, insecure)
const tokens = await oauth.processAuthorizationCodeResponse(server, client, exchange)
const me = await oauth.protectedResourceRequest(tokens.access_token, 'GET', new URL(`${base}/api/v1/me`), undefined, undefined, insecure)
assert.equal(me.status, 200)

const renewal = await oauth.refreshTokenGrantRequest(server, client, none, tokens.refresh_token, insecure)
const renewed = await oauth.processRefreshTokenResponse(server, client, renewal)
assert.notEqual(renewed.refresh_token, tokens.refresh_token)

// The access token by the published keys, as another resource server would check it (RFC 9068).
const request = new Request(`${base}/api/v1/me`, { headers: { authorization: `Bearer ${renewed.access_token}` } })
const claims = await oauth.validateJwtAccessToken(server, request, resource.resource, insecure)
assert.equal(claims.scope, 'memory:read')

const ended = await oauth.revocationRequest(server, client, none, renewed.refresh_token, insecure)
await oauth.processRevocationResponse(ended)
const after = await fetch(`${base}/api/v1/me`, { headers: { authorization: `Bearer ${renewed.access_token}` } })
assert.equal(after.status, 401)
console.log('code, refresh, access token by the published keys, revocation')
