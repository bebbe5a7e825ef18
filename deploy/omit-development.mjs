// node omit-development.mjs, in a folder before npm installs there: removes devDependencies of the packages of this repository. `npm ci --omit=dev`
// leaves out only what is for development everywhere: sharp would be in the image of order-svc, because its tests use it, and art-svc needs it.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

function change(file, edit) {
  const content = JSON.parse(readFileSync(file, 'utf8'));
  edit(content);
  writeFileSync(file, JSON.stringify(content));
}

change('package-lock.json', ({ packages }) => {
  for (const [folder, locked] of Object.entries(packages)) {
    const manifest = join(folder, 'package.json');
    if (folder.includes('node_modules/') || !existsSync(manifest)) continue;
    delete locked.devDependencies;
    // npm compares them with the lock file.
    change(manifest, (described) => delete described.devDependencies);
  }
});
