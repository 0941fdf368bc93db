import { describe, expect, it } from 'vitest';
import { html } from '../../src/service/pages/html.ts';
import { aService, send } from './harness.ts';

describe('the page at /', () => {
  const get = (service: Awaited<ReturnType<typeof aService>>['service'], path: string) =>
    service.transport.send({ method: 'GET', url: `https://x.test${path}`, headers: {} });

  it('shows the resources of an account and the last calls, escaped', async () => {
    const { service } = await aService();
    const label = '<img src=x onerror=alert(1)>';
    await send(service, 'createProperty', {
      params: { object_type: 'contacts' },
      body: { name: 'tier', label, groupName: 'contactinformation', type: 'string', fieldType: 'text' },
    });
    await send(service, 'createSubscription', {
      params: { appId: '2001' },
      body: { eventType: 'contact.propertyChange', propertyName: 'tier', active: true },
    });
    const page = await get(service, '/');
    expect(page.status).toBe(200);
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(page.body).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(page.body).not.toContain('<img');
    expect(page.body).not.toContain('<script');
    expect(page.body).toContain('<td>contact.propertyChange</td>');
    expect(page.body).toContain('<td>/webhooks/2026-03/2001/subscriptions</td>');
  });

  it('shows pipelines with their stages in the order of the account', async () => {
    const { service } = await aService();
    const params = { object_type: 'tickets', pipelineId: '0', stageId: '4' };
    await send(service, 'updateStage', { params, body: { displayOrder: 0 } });
    const { body } = await get(service, '/');
    expect(body).toContain('<summary>tickets: 1</summary>');
    expect(body).toContain(
      '<td>1 (New, OPEN); 4 (Closed, CLOSED); 2 (Waiting on contact, OPEN); 3 (Waiting on us, OPEN)</td>',
    );
  });

  it('shows the validation rules of a property', async () => {
    const { service } = await aService();
    const person = service.admin(1001);
    await person.setRule('contacts', 'jobtitle', { ruleType: 'REGEX', ruleArguments: ['^<', 'Begins with <'] });
    await person.setRule('contacts', 'jobtitle', { ruleType: 'MAX_LENGTH', ruleArguments: ['40'] });
    const { body } = await get(service, '/');
    expect(body).toContain('<td>MAX_LENGTH 40; REGEX ^&lt; Begins with &lt;</td>');
  });

  it('shows the account that is asked for', async () => {
    const { service } = await aService();
    await service.addAccount({ hubId: 7007, domain: 'seven.example' });
    expect((await get(service, '/?hubId=7007')).body).toContain('Account 7007, seven.example');
    expect((await get(service, '/?hubId=1')).body).toContain('This account does not exist.');
  });
});

describe('a page template', () => {
  it('escapes text, and takes markup only from itself', () => {
    const inner = html`<b>${'<&>"\''}</b>`;
    expect(html`<p title="${'"x'}">${inner}${[inner]}${undefined}${3}</p>`.markup).toBe(
      '<p title="&quot;x"><b>&lt;&amp;&gt;&quot;&#39;</b><b>&lt;&amp;&gt;&quot;&#39;</b>3</p>',
    );
  });
});
