/**
 * Pages on disk: fixed-size blocks of files, with checksums (storage/smgr and storage/page of PostgreSQL 18).
 *
 * <pre>
 * A page with a checksum:
 *
 *  offset  bytes  field
 *       0      8  its owner's
 *       8      2  checksum, 1 to 65535; 0 in a page that has never been written, which is all zeros
 *      10        its owner's, to the end
 * </pre>
 */
package dev.palloc.page;
