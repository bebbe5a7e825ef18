const LOCKED_BATCH = /\bLIMIT\b[^]*\bFOR (?:NO KEY )?UPDATE\b/;

/** The text between the parenthesis at `start` and the one that closes it. */
function readParentheses(text, start) {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text[at] === '(') depth++;
    if (text[at] === ')' && --depth === 0) return text.slice(start, at);
  }
  return text.slice(start);
}

const rule = {
  create: (context) => ({
    TemplateLiteral(node) {
      const sql = node.quasis.map(({ value }) => value.raw).join('?');
      for (const { index } of sql.matchAll(/\bIN \(\s*SELECT\b/g))
        if (LOCKED_BATCH.test(readParentheses(sql, sql.indexOf('(', index))))
          context.report({
            node,
            message: 'Take = ANY(ARRAY(SELECT …)): PostgreSQL may run IN (SELECT …) once for each row.',
          });
    },
  }),
};

/**
 * A batch of rows is locked once. As the inner side of a nested loop, `IN (SELECT … LIMIT n FOR UPDATE SKIP LOCKED)` runs for each row, skips what
 * it took before, and takes more than n rows; `ARRAY(SELECT …)` runs once (PostgreSQL: InitPlan).
 */
export const lockedRows = {
  files: ['**/*.ts'],
  plugins: { 'locked-rows': { rules: { 'once-per-statement': rule } } },
  rules: { 'locked-rows/once-per-statement': 'error' },
};
