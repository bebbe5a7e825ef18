import { Inject, Injectable } from '@nestjs/common';
import type { VariantType } from '@shop/contracts-catalog';
import { type ArticleIds, findPrintfulEntry, type PrintfulEntry, type VariantSelections } from '@shop/contracts-order';
import { CONFIG } from '@shop/service-kit';
import { type Config, printfulSettings } from '../config.js';
import { getSandboxArticle, type PrintfulArticle, readCatalogue } from './printful-catalogue.js';

/** What the printer can print of the shop's articles. */
@Injectable()
export class PrintCatalogueService {
  /** Null: everything is printed, by the sandbox or by hand. */
  readonly entries: readonly PrintfulEntry[] | null;

  constructor(@Inject(CONFIG) config: Config) {
    const file = printfulSettings(config)?.catalogueFile;
    this.entries = file ? readCatalogue(file) : null;
  }

  /** Undefined: Printful does not print it. */
  findArticle(article: ArticleIds & { selections: VariantSelections }): PrintfulArticle | undefined {
    return this.entries ? findPrintfulEntry(this.entries, article) : getSandboxArticle(article.selections);
  }

  /** False: no customer may pay for it. `openTypes`: what is still to be chosen. */
  readonly canPrint = (article: ArticleIds, openTypes: readonly VariantType[] = []): boolean =>
    this.entries === null || findPrintfulEntry(this.entries, article, openTypes) !== undefined;
}
