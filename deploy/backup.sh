#!/bin/bash
# Backs up databases into files that only the private key opens, which must not be on this machine (docs/backups.md):
#   deploy/backup.sh FOLDER PUBLIC_KEY [DATABASE…]
# PG_DUMP is the command that dumps. Default: pg_dump in the container of compose.
set -euo pipefail
umask 077
folder=${1:?folder} key=${2:?file with the public key}
shift 2
# An order's design is in the backup of art, so that one is later.
[ $# -gt 0 ] || set -- identity catalog orders art support
dump=${PG_DUMP:-docker compose --env-file deploy/.env exec -T postgres pg_dump --username postgres}

GNUPGHOME=$(mktemp -d)
export GNUPGHOME
trap 'rm -rf "$GNUPGHOME"' EXIT
if gpg --batch --quiet --list-packets "$key" 2>/dev/null | grep -q 'secret key packet'; then
  echo "$key contains the private key. Keep that one elsewhere, and give this command the public key only." >&2
  exit 1
fi

mkdir -p "$folder"
for database in "$@"; do
  file="$folder/$database.dump.gpg"
  # The dump is compressed already.
  $dump --format=custom "$database" |
    gpg --batch --quiet --yes --compress-algo none --encrypt --recipient-file "$key" --output "$file.unfinished"
  mv "$file.unfinished" "$file"
done
