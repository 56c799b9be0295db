// Chromium and Firefox without a window: opens pages, evaluates, takes screenshots.
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** @param {number} ms */
export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Answers of a protocol whose messages have ids. @param {(text: string) => void} send */
function conversation(send) {
    /** @type {Map<number, {resolve: (value: any) => void, reject: (error: Error) => void}>} */
    const waiting = new Map();
    /** @type {((message: any) => void)[]} */
    const listeners = [];
    let id = 0;
    return {
        listeners,
        /** @param {string} method @param {object} [params] @param {object} [more] @returns {Promise<any>} */
        ask(method, params = {}, more = {}) {
            send(JSON.stringify({ id: ++id, method, params, ...more }));
            return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
        },
        /** @param {string} text */
        hear(text) {
            const message = JSON.parse(text), waiter = waiting.get(message.id);
            if (!waiter) {
                for (const listener of listeners) {
                    listener(message);
                }
            } else if (message.error) {
                waiter.reject(new Error(JSON.stringify(message)));
            } else {
                waiter.resolve(message.result);
            }
        },
    };
}

/** @param {string} command @param {string[]} args @param {any[]} stdio */
function begin(command, args, stdio) {
    const child = spawn(command, args, { stdio, env: { ...process.env, MOZ_HEADLESS: '1' } });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    const end = () => {
        child.kill();
        return ended;
    };
    return { child, end };
}

/** Chromium, by the pipes of its own protocol. @param {string} profile */
async function chromium(profile) {
    const args = ['--headless=new', '--no-sandbox', '--hide-scrollbars', '--remote-debugging-pipe',
        '--enable-unsafe-swiftshader', `--user-data-dir=${profile}`, 'about:blank'];
    const { child, end } = begin('chromium', args, ['ignore', 'ignore', 'ignore', 'pipe', 'pipe']);
    const [to, from] = /** @type {any[]} */ ([child.stdio[3], child.stdio[4]]);
    const talk = conversation((text) => to.write(`${text}\0`));
    let rest = '';
    from.setEncoding('utf8').on('data', (/** @type {string} */ data) => {
        const texts = (rest + data).split('\0');
        rest = texts.pop() ?? '';
        texts.forEach(talk.hear);
    });
    const { targetInfos } = await talk.ask('Target.getTargets');
    const { sessionId } = await talk.ask('Target.attachToTarget',
        { targetId: targetInfos.find((/** @type {any} */ target) => target.type === 'page').targetId, flatten: true });
    /** @param {string} method @param {object} [params] */
    const ask = (method, params) => talk.ask(method, params, { sessionId });
    /** @type {string[]} */
    const complaints = [];
    /** @type {string[]} */
    const requests = [];
    talk.listeners.push(({ method, params }) => {
        if (method === 'Runtime.exceptionThrown') {
            complaints.push(JSON.stringify(params.exceptionDetails));
        } else if (method === 'Log.entryAdded' && params.entry.level === 'error') {
            complaints.push(params.entry.text);
        } else if (method === 'Runtime.consoleAPICalled' && params.type === 'error') {
            complaints.push(JSON.stringify(params.args));
        } else if (method === 'Network.requestWillBeSent') {
            requests.push(params.request.url);
        }
    });
    await Promise.all(['Runtime', 'Log', 'Network', 'Page'].map((domain) => ask(`${domain}.enable`)));
    return {
        name: 'Chromium', complaints, requests, end,
        /** @param {string} url */
        open: (url) => ask('Page.navigate', { url }),
        /** @param {string} expression */
        evaluate: async (expression) => {
            const { result, exceptionDetails } = await ask('Runtime.evaluate',
                { expression, awaitPromise: true, returnByValue: true });
            if (exceptionDetails) {
                throw new Error(JSON.stringify(exceptionDetails));
            }
            return result.value;
        },
        /** @param {number} width @param {number} height */
        resize: (width, height) => ask('Emulation.setDeviceMetricsOverride',
            { width, height, deviceScaleFactor: 1, mobile: width < 600 }),
        /** @param {boolean} dark */
        shade: (dark) => ask('Emulation.setEmulatedMedia',
            { features: [{ name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' }] }),
        /** Runs a script in each page to come, before its own. @param {string} script */
        before: (script) => ask('Page.addScriptToEvaluateOnNewDocument', { source: script }),
        screenshot: async () => Buffer.from((await ask('Page.captureScreenshot',
            { captureBeyondViewport: true })).data, 'base64'),
    };
}

/** Firefox, by WebDriver BiDi. @param {string} profile */
async function firefox(profile) {
    const { end } = begin('firefox-esr', ['--headless', '--no-remote', '--profile', profile,
        '--remote-debugging-port', '0', 'about:blank'], ['ignore', 'ignore', 'ignore']);
    let port = '';
    for (let i = 0; i < 200 && !port; ++i) {
        await sleep(100);
        port = await readFile(join(profile, 'WebDriverBiDiServer.json'), 'utf8')
            .then((text) => String(JSON.parse(text).ws_port), () => '');
    }
    const socket = new WebSocket(`ws://127.0.0.1:${port}/session`);
    const talk = conversation((text) => socket.send(text));
    socket.onmessage = ({ data }) => talk.hear(data);
    await new Promise((resolve, reject) => {
        socket.onopen = resolve;
        socket.onerror = reject;
    });
    await talk.ask('session.new', { capabilities: {} });
    const { contexts } = await talk.ask('browsingContext.getTree');
    const context = contexts[0].context;
    /** @type {string[]} */
    const complaints = [];
    /** @type {string[]} */
    const requests = [];
    await talk.ask('session.subscribe', { events: ['log.entryAdded', 'network.beforeRequestSent'] });
    talk.listeners.push(({ method, params }) => {
        if (method === 'log.entryAdded' && params.level === 'error') {
            complaints.push(params.text);
        } else if (method === 'network.beforeRequestSent') {
            requests.push(params.request.url);
        }
    });
    return {
        name: 'Firefox', complaints, requests, end,
        /** @param {string} url */
        open: (url) => talk.ask('browsingContext.navigate', { context, url, wait: 'complete' }),
        /** @param {string} expression */
        evaluate: async (expression) => {
            const { result, exceptionDetails } = await talk.ask('script.callFunction', {
                functionDeclaration: `async () => JSON.stringify(await (${expression}))`, awaitPromise: true,
                target: { context } });
            if (exceptionDetails) {
                throw new Error(exceptionDetails.text);
            }
            return result.value === undefined ? undefined : JSON.parse(result.value);
        },
        /** @param {number} width @param {number} height */
        resize: (width, height) => talk.ask('browsingContext.setViewport', { context, viewport: { width, height } }),
        /** @param {boolean} _dark  Firefox cannot be told */
        shade: async (_dark) => {},
        /** @param {string} script */
        before: (script) => talk.ask('script.addPreloadScript', { functionDeclaration: `() => { ${script} }` }),
        screenshot: async () => Buffer.from((await talk.ask('browsingContext.captureScreenshot',
            { context, origin: 'document' })).data, 'base64'),
    };
}

/** Starts a browser, lets a function use it, ends it. @template T
 *  @param {'chromium' | 'firefox'} which
 *  @param {(browser: Awaited<ReturnType<typeof chromium>>) => Promise<T>} use */
export async function withBrowser(which, use) {
    const profile = await mkdtemp(join(tmpdir(), 'buoybench-'));
    const browser = await (which === 'chromium' ? chromium(profile) : firefox(profile));
    try {
        return await use(/** @type {any} */ (browser));
    } finally {
        await browser.end();
        await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    }
}
