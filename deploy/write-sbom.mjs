// node write-sbom.mjs, in a folder where npm has installed: writes sbom.json, which lists the packages in node_modules (CycloneDX 1.6).
// `npm sbom` needs the dependencies of the root package, which an image does not have. Without a time and a random number two builds are equal.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const PACKAGE = /^(?:.*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)$/;

/** The name in a package URL has its scope's sign encoded. */
const toPurl = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** `sha512-…` in Base64, as npm's lock file has it. */
function toHash(integrity) {
  const [algorithm = '', value = ''] = integrity.split(' ')[0].split('-');
  return { alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(value, 'base64').toString('hex') };
}

/** A package may be at several places. Packages of this repository are links. */
function describePackages(lock, isInstalled) {
  const components = new Map();
  for (const [path, { name: alias, version, license, integrity, link }] of Object.entries(lock.packages)) {
    const name = alias ?? PACKAGE.exec(path)?.[1];
    if (!PACKAGE.test(path) || link || !isInstalled(path)) continue;
    const purl = toPurl(name, version);
    components.set(purl, {
      type: 'library',
      'bom-ref': purl,
      name,
      version,
      purl,
      ...(license && { licenses: [/[ ()]/.test(license) ? { expression: license } : { license: { name: license } }] }),
      ...(integrity && { hashes: [toHash(integrity)] }),
    });
  }
  return [...components.values()].sort((one, other) => (one.purl < other.purl ? -1 : 1));
}

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const components = describePackages(lock, (path) => existsSync(`${path}/package.json`));
const sbom = { bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, components };
writeFileSync('sbom.json', `${JSON.stringify(sbom, null, 1)}\n`);
