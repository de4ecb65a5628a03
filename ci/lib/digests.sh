# Parity digests: files of lines "name<TAB>digest", one file a cell.
# shellcheck shell=bash

# One digest for a whole file, whatever the order of its lines.
overall_digest() {
    LC_ALL=C sort "$1" | sha256sum | cut -c 1-16
}

# The names whose digest is not the same in every file, with what each file has; nothing if all agree.
# $1... files, named after their cells
digest_differences() {
    awk -F '\t' '
        FNR == 1 { file++ }
        !NF { next }
        {
            if (!($1 in seen)) { seen[$1]; order[++names] = $1 }
            # Two lines of one name in one file would be a fault of the test; both are shown.
            if ((file, $1) in digest) digest[file, $1] = digest[file, $1] "+" $2
            else digest[file, $1] = $2
        }
        BEGIN {
            for (i = 1; i < ARGC; i++) {
                cell[i] = ARGV[i]
                gsub(/^.*\/|\.digests$/, "", cell[i])
            }
        }
        END {
            for (n = 1; n <= names; n++) {
                name = order[n]
                different = 0
                text = ""
                for (i = 1; i <= file; i++) {
                    value = (i, name) in digest ? digest[i, name] : "missing"
                    if (i == 1) first = value
                    if (value != first) different = 1
                    text = text sprintf("    %-17s %s\n", value, cell[i])
                }
                if (different) printf "%s\n%s", name, text
            }
        }' "$@"
}
